import Foundation

/// Runs a program found through PATH and waits for it.
///
/// - Parameters:
///   - input: the program's whole input, which it must read before it writes much.
///   - complaints: true if its standard error is that of the tests, false to discard it.
public func command(
    _ words: [String], input: [UInt8] = [], complaints: Bool = true
) throws -> (status: Int32, bytes: [UInt8]) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    let toChild = Pipe(), fromChild = Pipe()
    process.standardInput = toChild
    process.standardOutput = fromChild
    if !complaints { process.standardError = FileHandle.nullDevice }
    try process.run()
    try toChild.fileHandleForWriting.write(contentsOf: Data(input))
    try toChild.fileHandleForWriting.close()
    let output = try fromChild.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, [UInt8](output))
}
