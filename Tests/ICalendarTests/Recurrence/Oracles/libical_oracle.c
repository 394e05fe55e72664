// Answers questions about recurrence rules with libical, for OracleTests.
//
// Reads lines of: rule, DTSTART on the wall, zone (not used), first and last time wanted on the wall,
// tab-separated. Writes one line for each: the times on the wall, comma-separated; "error" if libical
// refuses the rule; "slow" if the rule takes more than 3 milliseconds of processor time.
#define _GNU_SOURCE
#include <libical/ical.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static void answer(char *line)
{
    char *fields[5] = {0};
    int count = 0;
    for (char *field = strtok(line, "\t"); field && count < 5; field = strtok(NULL, "\t")) fields[count++] = field;
    if (count < 5) { puts("error"); return; }
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(fields[0]);
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, icaltime_from_string(fields[1]));
    if (!iterator) { puts("error"); return; }
    struct icaltimetype first = icaltime_from_string(fields[3]), last = icaltime_from_string(fields[4]);
    const char *comma = "";
    for (;;) {
        struct icaltimetype time = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(time) || icaltime_compare(time, last) > 0) break;
        if (icaltime_compare(time, first) < 0) continue;
        printf("%s%s", comma, icaltime_as_ical_string(time));
        comma = ",";
    }
    puts("");
}

int main(void)
{
    static char line[16384], found[1 << 20];
    sigset_t none; // the parent process may have blocked signals
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setvbuf(stdout, found, _IOFBF, sizeof found);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        fflush(stdout);
        // A process each: what the timer ends leaves nothing half done in libical.
        pid_t child = fork();
        if (child == 0) {
            struct itimerval limit = {.it_value = {.tv_usec = 3000}};
            setitimer(ITIMER_PROF, &limit, NULL);
            answer(line);
            // From here on it is an answer, and must not become "slow" as well.
            setitimer(ITIMER_PROF, &(struct itimerval){0}, NULL);
            fflush(stdout);
            _exit(0);
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) != child) return 1;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF) puts("slow");
        else if (status) return 1;
    }
    return 0;
}
