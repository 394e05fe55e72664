/* The yardstick of script/bench: a libfcgi responder that does nothing. It answers every request with
 * the bytes of one file, from as many threads as Jadwal has. What it costs is nginx, TLS and libfcgi;
 * what Jadwal costs beyond it is Jadwal's own.
 *
 * With queries it also asks Postgres before each answer: a prepared statement that finds one row by its
 * key, one round trip after the other. That is the least that a page with as many round trips costs. Each
 * thread has a connection of its own, as Jadwal's threads have.
 *
 * nothing SOCKET ANSWER THREADS [QUERIES CONNINFO]
 */
#include <fcgiapp.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static int listener;
static char answer[65536];
static int answer_length;
static int queries;
static const char *conninfo;

static void give_up(const char *reason) {
    fprintf(stderr, "nothing: %s\n", reason);
    exit(1);
}

static PGconn *prepared_connection(void) {
    PGconn *connection = PQconnectdb(conninfo);
    if (PQstatus(connection) != CONNECTION_OK) give_up(PQerrorMessage(connection));
    PGresult *result = PQprepare(
        connection, "one", "SELECT id, country, slug FROM city WHERE id = $1::bigint", 1, NULL);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) give_up(PQerrorMessage(connection));
    PQclear(result);
    return connection;
}

static void ask(PGconn *connection) {
    static const char *const values[] = {"1"};
    PGresult *result = PQexecPrepared(connection, "one", 1, values, NULL, NULL, 1);
    if (PQresultStatus(result) != PGRES_TUPLES_OK) give_up(PQerrorMessage(connection));
    PQclear(result);
}

static void *respond(void *unused) {
    FCGX_Request request;
    PGconn *connection = queries > 0 ? prepared_connection() : NULL;
    (void)unused;
    FCGX_InitRequest(&request, listener, 0);
    while (FCGX_Accept_r(&request) >= 0) {
        for (int number = 0; number < queries; number++) ask(connection);
        FCGX_PutStr(answer, answer_length, request.out);
        FCGX_Finish_r(&request);
    }
    return NULL;
}

int main(int count, char **words) {
    if (count != 4 && count != 6) {
        fprintf(stderr, "usage: nothing SOCKET ANSWER THREADS [QUERIES CONNINFO]\n");
        return 2;
    }
    if (count == 6) {
        queries = atoi(words[4]);
        conninfo = words[5];
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
