// What libical makes of recurrence rules.
//
// Reads lines of: rule, DTSTART on the wall, zone (not used), first and last time wanted on the wall,
// tab-separated. Writes a line each: the times on the wall, comma-separated; "error" for a rule it does
// not take, "slow" for one that takes it longer than 5 milliseconds.
#define _GNU_SOURCE
#include <libical/ical.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>

static sigjmp_buf give_up;

static void on_alarm(int number)
{
    (void)number;
    siglongjmp(give_up, 1);
}

static void set_alarm(long microseconds)
{
    struct itimerval timer = {.it_value = {.tv_usec = microseconds}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

int main(void)
{
    static char line[16384], found[1 << 20];
    sigset_t none; // whoever started this may have blocked signals for itself
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGALRM, on_alarm);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *fields[5] = {0};
        int count = 0;
        for (char *field = strtok(line, "\t"); field && count < 5; field = strtok(NULL, "\t")) fields[count++] = field;
        if (count < 5) { puts("error"); continue; }
        struct icalrecurrencetype rule = icalrecurrencetype_from_string(fields[0]);
        icalrecur_iterator *iterator = icalrecur_iterator_new(rule, icaltime_from_string(fields[1]));
        if (!iterator) { puts("error"); continue; }
        struct icaltimetype first = icaltime_from_string(fields[3]), last = icaltime_from_string(fields[4]);
        if (sigsetjmp(give_up, 1)) { puts("slow"); continue; } // whatever libical held then is lost
        size_t length = 0;
        found[0] = 0;
        set_alarm(5000);
        while (length < sizeof found - 32) {
            struct icaltimetype time = icalrecur_iterator_next(iterator);
            if (icaltime_is_null_time(time) || icaltime_compare(time, last) > 0) break;
            if (icaltime_compare(time, first) < 0) continue;
            length += (size_t)sprintf(found + length, "%s%s", length ? "," : "", icaltime_as_ical_string(time));
        }
        set_alarm(0);
        puts(found);
        icalrecur_iterator_free(iterator);
    }
    return 0;
}
