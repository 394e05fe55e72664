// What the module CPostgres shows to Swift: Debian's libpq-dev, found through pkg-config.
#include <libpq-fe.h>
