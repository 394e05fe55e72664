#include <idn2.h>
#include <uninorm.h>
