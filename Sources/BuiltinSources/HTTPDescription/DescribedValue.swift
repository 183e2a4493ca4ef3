import JSON
import SearchSource

/// A description is not as it must be.
struct DescriptionError: Error, Hashable {
    /// The members, and the places in arrays, that lead to what is wrong; the first one is the setting.
    let path: [JSONDocument.Step]

    /// What was found, and what would be right.
    let message: String
}

/// All that is wrong with a description, in the order in which it was read.
struct DescriptionErrors: Error, Hashable {
    let all: [DescriptionError]
}

/// One value of a description, and the way to it: what is wrong with a description is told with its place.
///
///     let request = try description.object(["method", "url"])
///     let url = try request.needed("url").string()
struct DescribedValue {
    let json: JSONValue
    let path: [JSONDocument.Step]
    let variables: DescribedVariables
    let faults: DescriptionFaults

    /// What `read` makes of the value here; nil if that is wrong. The fault is noted, and what stands beside it is read on.
    func noting<Value>(
        _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> Value? {
        do throws(DescriptionError) {
            return try read(self)
        } catch {
            try faults.note(error)
            return nil
        }
    }

    func string(_ expected: String = "a string") throws(DescriptionError) -> String {
        guard let string = json.string else { throw wrong(expected) }
        return string
    }

    /// The string here, which must not be empty.
    func text(_ expected: String) throws(DescriptionError) -> String {
        let text = try string(expected)
        guard !text.isEmpty else { throw wrong(expected) }
        return text
    }

    /// The name for people here.
    func title() throws(DescriptionError) -> String { try text("a name for people") }

    /// The name of a header here, with which it is looked for in an answer.
    func headerName() throws(DescriptionError) -> String {
        let expected = "the name of a header"
        let name = try string(expected)
        guard name.isHeaderName else { throw wrong(expected + ", without a colon or spaces") }
        return name
    }

    func integer(in range: ClosedRange<Int>) throws(DescriptionError) -> Int {
        guard let number = json.integer, range.contains(number) else {
            throw wrong("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func boolean() throws(DescriptionError) -> Bool {
        guard let boolean = json.boolean else { throw wrong("true or false") }
        return boolean
    }

    /// Which of these words stands here.
    func word(_ words: [String]) throws(DescriptionError) -> String { words[try place(among: words)] }

    /// Which of these cases stands here, by its raw value.
    func word<Word: RawRepresentable<String>>(of words: [Word]) throws(DescriptionError) -> Word {
        words[try place(among: words.map(\.rawValue))]
    }

    private func place(among words: [String]) throws(DescriptionError) -> Int {
        guard let word = json.string, let place = words.firstIndex(where: { $0.hasSameBytes(as: word) }) else {
            let nearest = json.string.flatMap { NearName.nearest(to: $0, among: words) }
            throw wrong(words.map { "`\($0)`" }.joined(separator: " or "), meant: nearest)
        }
        return place
    }

    /// The elements of the array here, at most `most` of them.
    func elements(_ expected: String = "an array", atMost most: Int) throws(DescriptionError) -> [DescribedValue] {
        guard let array = json.array else { throw wrong(expected) }
        guard array.count <= most else { throw fault("has \(array.count) elements; there may be \(most)") }
        return array.enumerated().map { inside(.element($0.offset), $0.element) }
    }

    /// The elements of the array here; or, if it is none, the one value that stands in its place.
    func oneOrSeveral(atMost most: Int) throws(DescriptionError) -> [DescribedValue] {
        guard json.array != nil else { return [self] }
        let elements = try elements(atMost: most)
        guard !elements.isEmpty else { throw fault("must not be empty") }
        return elements
    }

    /// What `read` makes of each element of the array here; or, if it is none, of the one value that stands in its place.
    /// Those that are wrong are left out, and noted.
    func several<Value>(
        atMost most: Int, _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> [Value] {
        var values: [Value] = []
        for element in try oneOrSeveral(atMost: most) {
            if let value = try element.noting(read) { values.append(value) }
        }
        return values
    }

    /// What `read` makes of each member of the object here, whatever their names. Those that are wrong are left out, and
    /// noted.
    func named<Value>(
        _ expected: String = "an object", atMost most: Int,
        _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> [(name: String, value: Value)] {
        var values: [(name: String, value: Value)] = []
        for (name, member) in try members(expected, atMost: most) {
            if let value = try member.noting(read) { values.append((name, value)) }
        }
        return values
    }

    /// The members of the object here, whatever their names, at most `most` of them.
    func members(
        _ expected: String = "an object", atMost most: Int
    ) throws(DescriptionError) -> [(name: String, value: DescribedValue)] {
        guard let object = json.object else { throw wrong(expected) }
        guard object.members.count <= most else {
            throw fault("has \(object.members.count) members; there may be \(most)")
        }
        return object.members.map { ($0.name, inside(.member($0.name), $0.value)) }
    }

    /// The object here. Members that are called otherwise than these are noted as faults.
    func object(_ names: [String], _ expected: String = "an object") throws(DescriptionError) -> DescribedObject {
        guard let object = json.object else { throw wrong(expected) }
        for (name, value) in object.members where !names.contains(where: { $0.hasSameBytes(as: name) }) {
            let meant = NearName.nearest(to: name, among: names).map { "; is `\($0)` meant?" } ?? "."
            try faults.note(
                inside(.member(name), value).fault(
                    "there is no such member\(meant) There can be \(names.joined(separator: ", "))"))
        }
        return DescribedObject(whole: self, object: object)
    }

    /// The value that `step` leads to from this one.
    func inside(_ step: JSONDocument.Step, _ json: JSONValue) -> DescribedValue {
        DescribedValue(json: json, path: path + [step], variables: variables, faults: faults)
    }

    /// That something else is here than what is `expected`.
    func wrong(_ expected: String, meant: String? = nil) -> DescriptionError {
        var found = json.kind
        if let string = json.string {
            found = "\"\(string.utf8.count > 80 ? String(string.prefix(60)) + "…" : string)\""
        }
        if case .number(let number) = json { found = String(number.text.prefix(40)) }
        return fault("must be \(expected), not \(found)" + (meant.map { "; is `\($0)` meant?" } ?? ""))
    }

    /// That what is here is wrong in this way.
    func fault(_ message: String) -> DescriptionError {
        DescriptionError(path: path, message: message)
    }
}

/// An object of a description whose names are known.
struct DescribedObject {
    let whole: DescribedValue
    fileprivate let object: JSONObject

    /// The member `name`; nil if it is missing.
    subscript(name: String) -> DescribedValue? {
        object[name].map { whole.inside(.member(name), $0) }
    }

    /// The member `name`, which must be there.
    func needed(_ name: String) throws(DescriptionError) -> DescribedValue {
        guard let value = self[name] else {
            // Of the outermost members each is a setting of its own.
            guard !whole.path.isEmpty else { throw DescriptionError(path: [.member(name)], message: "is needed") }
            throw whole.fault("needs a member `\(name)`")
        }
        return value
    }

    /// What `read` makes of the member `name`; nil if it is missing, or wrong, which is noted then.
    func optional<Value>(
        _ name: String, _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> Value? {
        try self[name]?.noting(read)
    }

    /// The same of a member that must be there: one that is missing is noted, too. Whoever cannot do without it throws
    /// `noted` in the end, when everything else has been read.
    func required<Value>(
        _ name: String, _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> Value? {
        try whole.noting { (_) throws(DescriptionError) in try needed(name) }?.noting(read)
    }

    /// A fault that has been noted: that of a `required` member.
    var noted: DescriptionError { whole.faults.all.last ?? whole.fault("is not complete") }

    func string(_ name: String) throws(DescriptionError) -> String? {
        try optional(name) { (value) throws(DescriptionError) in try value.string() }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(DescriptionError) -> Int? {
        try optional(name) { (value) throws(DescriptionError) in try value.integer(in: range) }
    }

    /// Which of these words the member `name` is.
    func word(_ name: String, _ words: [String]) throws(DescriptionError) -> String? {
        try optional(name) { (value) throws(DescriptionError) in try value.word(words) }
    }

    func boolean(_ name: String) throws(DescriptionError) -> Bool? {
        try optional(name) { (value) throws(DescriptionError) in try value.boolean() }
    }

    /// Whether the member `name` is there and true.
    func isTrue(_ name: String) throws(DescriptionError) -> Bool { try boolean(name) ?? false }
}
