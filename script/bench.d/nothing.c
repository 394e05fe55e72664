/* The yardstick of script/bench: a libfcgi responder that does nothing. It answers every request with
 * the bytes of one file, from as many threads as Jadwal has. What it costs is nginx, TLS and libfcgi;
 * what Jadwal costs beyond it is Jadwal's own.
 *
 * nothing SOCKET ANSWER THREADS
 */
#include <fcgiapp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int listener;
static char answer[65536];
static int answer_length;

static void *respond(void *unused) {
    FCGX_Request request;
    (void)unused;
    FCGX_InitRequest(&request, listener, 0);
    while (FCGX_Accept_r(&request) >= 0) {
        FCGX_PutStr(answer, answer_length, request.out);
        FCGX_Finish_r(&request);
    }
    return NULL;
}

int main(int count, char **words) {
    if (count != 4) {
        fprintf(stderr, "usage: nothing SOCKET ANSWER THREADS\n");
        return 2;
    }
    FILE *file = fopen(words[2], "rb");
    if (file == NULL) {
        perror(words[2]);
        return 1;
    }
    answer_length = (int)fread(answer, 1, sizeof answer, file);
    fclose(file);
    FCGX_Init();
    umask(0117);
    listener = FCGX_OpenSocket(words[1], 511);
    for (int number = 1; number < atoi(words[3]); number++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, respond, NULL) != 0) return 1;
    }
    respond(NULL);
    return 0;
}
