#include <fcgiapp.h>
#include <fastcgi.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>

/* glibc declares these only with _GNU_SOURCE. Swift's Glibc module is built without it, and the
   two would then disagree about the layout of other types. */
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int pthread_setname_np(pthread_t thread, const char *name);
