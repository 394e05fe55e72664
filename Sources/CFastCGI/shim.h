#include <fcgiapp.h>
#include <fastcgi.h>
