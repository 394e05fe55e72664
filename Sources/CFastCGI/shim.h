#include <fcgiapp.h>
#include <fastcgi.h>
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

/* glibc declares these only with _GNU_SOURCE. Swift's Glibc module is built without it, and the
   two would then disagree about the layout of other types. */
int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
int pthread_setname_np(pthread_t thread, const char *name);

/* Linux's calls for the processors of a thread, 0 for the calling one, by its number. glibc's names for them need
   _GNU_SOURCE, too. The mask has `size` bytes. */
static inline long processors_of_thread(pid_t thread, unsigned long *mask, size_t size) {
    return syscall(SYS_sched_getaffinity, thread, size, mask);
}
static inline long set_processors_of_thread(pid_t thread, unsigned long *mask, size_t size) {
    return syscall(SYS_sched_setaffinity, thread, size, mask);
}
static inline pid_t number_of_thread(void) {
    return (pid_t)syscall(SYS_gettid);
}
