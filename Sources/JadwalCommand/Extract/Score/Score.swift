// The quality of the extractor on files with right answers.
//
// - ExtractScore.swift: the command. AnsweredFile.swift reads a file and finds out what is in it.
// - ThreadScore.swift, ExpressionScore.swift, SpanScore.swift, ExportScore.swift: the counts of one kind of lines.
// - Reliability.swift: how many of the agreements of each confidence are right.
// - Gate.swift: a count with the share that it must reach; the table.
