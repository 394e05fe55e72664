"""The month as a screen reader tells it: the words of the accessibility tree, as Chromium gives it to such programs."""

import re

import pytest

from support.people import DAY, MONTH, Person, fill

# The row of the day on which most happens: a day is a link named in full, then a list of what is on it. Events that
# go on from the day before say so, and what has no room is a link that says of which day.
WORDS = {
    "en": {
        "today": ", today,",
        "table": "August 2026. Above each week its prayer times in Riyadh; beside each day its Hijri date.",
        "heads": ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        "prayers": ["Fajr", "Dhuhr", "Asr", "Maghrib", "Isha"],
        "row": {
            "Sunday 9 August, 26 Safar 1448, 1 entry": ["5:30 PM Walk"],
            "Monday 10 August, 27 Safar 1448, 1 entry": ["5:30 PM Walk"],
            "Tuesday 11 August, 28 Safar 1448, 2 entries":
                ["Conference in Jeddah, 11 August to 13 August", "5:30 PM Walk"],
            "Wednesday 12 August, 29 Safar 1448, 10 entries":
                ["Conference in Jeddah, goes on", "Birthday, all day, free", "5 AM Run", "+7 more on 12 August"],
            "Thursday 13 August, 30 Safar 1448, 3 entries":
                ["Conference in Jeddah, goes on", "إجازة العائلة الطويلة, 13 August to 19 August", "5:30 PM Walk"],
            "Friday 14 August, 1 Rabi I 1448, 2 entries": ["إجازة العائلة الطويلة, goes on", "5:30 PM Walk"],
            "Saturday 15 August, 2 Rabi I 1448, 2 entries": ["إجازة العائلة الطويلة, goes on", "5:30 PM Walk"],
        },
    },
    "ar": {
        "today": "، اليوم،",
        "table": "أغسطس ٢٠٢٦. فوق كل أسبوع مواقيت صلاته في الرياض، وبجانب كل يوم تاريخه الهجري.",
        "heads": ["الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"],
        "prayers": ["الفجر", "الظهر", "العصر", "المغرب", "العشاء"],
        "row": {
            "الأحد ٩ أغسطس، ٢٦ صفر ١٤٤٨، موعد واحد": ["٥:٣٠ م Walk"],
            "الاثنين ١٠ أغسطس، ٢٧ صفر ١٤٤٨، موعد واحد": ["٥:٣٠ م Walk"],
            "الثلاثاء ١١ أغسطس، ٢٨ صفر ١٤٤٨، موعدان": ["Conference in Jeddah، من ١١ أغسطس إلى ١٣ أغسطس", "٥:٣٠ م Walk"],
            "الأربعاء ١٢ أغسطس، ٢٩ صفر ١٤٤٨، ١٠ مواعيد":
                ["Conference in Jeddah، مستمر", "Birthday، طوال اليوم، متاح", "٥ ص Run", "و٧ أخرى يوم ١٢ أغسطس"],
            "الخميس ١٣ أغسطس، ٣٠ صفر ١٤٤٨، ٣ مواعيد":
                ["Conference in Jeddah، مستمر", "إجازة العائلة الطويلة، من ١٣ أغسطس إلى ١٩ أغسطس", "٥:٣٠ م Walk"],
            "الجمعة ١٤ أغسطس، ١ ربيع الأول ١٤٤٨، موعدان": ["إجازة العائلة الطويلة، مستمر", "٥:٣٠ م Walk"],
            "السبت ١٥ أغسطس، ٢ ربيع الأول ١٤٤٨، موعدان": ["إجازة العائلة الطويلة، مستمر", "٥:٣٠ م Walk"],
        },
    },
}


class Tree:
    """The accessibility tree of a page."""

    def __init__(self, tab):
        nodes = tab.context.new_cdp_session(tab.page).send("Accessibility.getFullAXTree")["nodes"]
        self.nodes = {node["nodeId"]: node for node in nodes}

    def role(self, node):
        return "" if node.get("ignored") else node.get("role", {}).get("value", "")

    def words(self, node):
        """What is read out for a node: its name, or what is in it. A space before a comma and marks of direction are
        not heard."""
        name = re.sub("[\u2066-\u2069]", "", node.get("name", {}).get("value", ""))
        said = name or " ".join(self.words(one) for one in self.children(node))
        return re.sub(r"\s+(?=[,،])", "", " ".join(said.split()))

    def children(self, node):
        return [self.nodes[one] for one in node.get("childIds", []) if one in self.nodes]

    def inside(self, node, *roles):
        """The topmost nodes of some roles below a node, in their order."""
        for one in self.children(node):
            if self.role(one) in roles:
                yield one
            else:
                yield from self.inside(one, *roles)

    def every(self, *roles):
        return list(self.inside(next(iter(self.nodes.values())), *roles))


def day_words(tree, cell):
    """A cell as its day and what is on it."""
    day, *rest = [tree.words(one) for one in tree.inside(cell, "link", "listitem")]
    return day, rest


@pytest.mark.parametrize("language", WORDS)
def test_a_row_of_the_month_in_words(server, chromium, language):
    person, words = fill(Person(server, language)), WORDS[language]
    tab = person.tab(chromium)
    tab.go(f"/calendar/{MONTH}")
    tree = Tree(tab)
    (table,) = tree.every("table")
    assert tree.words(table) == words["table"]
    heads, *rows = tree.inside(table, "row")
    assert [tree.words(one) for one in tree.inside(heads, "columnheader")] == words["heads"]
    prayers, days = rows[4:6]
    # The first and the last minute of the week; they are the same for some.
    told = [tree.words(one).partition(" ") for one in tree.inside(prayers, "listitem")]
    assert [name for name, _, _ in told] == words["prayers"]
    assert all(re.fullmatch(r"\d+:\d\d(–\d+:\d\d)? ([AP]M|[صم])", times) for _, _, times in told), told
    assert dict(day_words(tree, one) for one in tree.inside(days, "cell")) == words["row"]
    tab.go("/calendar")
    tree = Tree(tab)
    (table,) = tree.every("table")
    assert len([one for one in tree.inside(table, "link") if f"{words['today']}" in tree.words(one)]) == 1
    tab.close()
