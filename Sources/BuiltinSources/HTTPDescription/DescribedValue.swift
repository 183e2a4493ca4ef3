import JSON
import SearchSource

/// A fault in a description.
struct DescriptionError: Error, Hashable {
    /// The member names and array indices that lead to the fault; the first one is the setting.
    let path: [JSONDocument.Step]

    /// What was found, and what would be right.
    let message: String
}

/// All faults of a description, in the order in which it was read.
struct DescriptionErrors: Error, Hashable {
    let all: [DescriptionError]
}

/// A value in a description, with the path to it, so that faults can be reported with their place.
///
///     let request = try description.object(["method", "url"])
///     let url = try request.needed("url").string()
struct DescribedValue {
    let json: JSONValue
    let path: [JSONDocument.Step]
    let variables: DescribedVariables
    let faults: DescriptionFaults

    /// Returns what `read` makes of this value; nil if the value is wrong. The fault is noted, and reading can continue
    /// with the values alongside it.
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

    /// Returns this string, which must not be empty.
    func text(_ expected: String) throws(DescriptionError) -> String {
        let text = try string(expected)
        guard !text.isEmpty else { throw wrong(expected) }
        return text
    }

    /// Returns this title, a name for people.
    func title() throws(DescriptionError) -> String { try text("a name for people") }

    /// Returns this header name, by which the header is looked up in responses.
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

    /// Returns which of these words this is.
    func word(_ words: [String]) throws(DescriptionError) -> String { words[try place(among: words)] }

    /// Returns which of these cases this is, by raw value.
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

    /// Returns the elements of this array, of which there may be at most `most`.
    func elements(_ expected: String = "an array", atMost most: Int) throws(DescriptionError) -> [DescribedValue] {
        guard let array = json.array else { throw wrong(expected) }
        guard array.count <= most else { throw fault("has \(array.count) elements; there may be \(most)") }
        return array.enumerated().map { inside(.element($0.offset), $0.element) }
    }

    /// Returns the elements of this array; or just this value, if it is not an array.
    func oneOrSeveral(atMost most: Int) throws(DescriptionError) -> [DescribedValue] {
        guard json.array != nil else { return [self] }
        let elements = try elements(atMost: most)
        guard !elements.isEmpty else { throw fault("must not be empty") }
        return elements
    }

    /// Returns what `read` makes of each element of this array; or of just this value, if it is not an array. Wrong
    /// ones are left out and noted.
    func several<Value>(
        atMost most: Int, _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> [Value] {
        var values: [Value] = []
        for element in try oneOrSeveral(atMost: most) {
            if let value = try element.noting(read) { values.append(value) }
        }
        return values
    }

    /// Returns what `read` makes of each member of this object, whatever their names. Wrong ones are left out and
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

    /// Returns the members of this object, whatever their names, of which there may be at most `most`.
    func members(
        _ expected: String = "an object", atMost most: Int
    ) throws(DescriptionError) -> [(name: String, value: DescribedValue)] {
        guard let object = json.object else { throw wrong(expected) }
        guard object.members.count <= most else {
            throw fault("has \(object.members.count) members; there may be \(most)")
        }
        return object.members.map { ($0.name, inside(.member($0.name), $0.value)) }
    }

    /// Returns this object. Members with other names than these are noted as faults.
    func object(_ names: [String], _ expected: String = "an object") throws(DescriptionError) -> DescribedObject {
        guard let object = json.object else { throw wrong(expected) }
        for (name, value) in object.members where !names.contains(where: { $0.hasSameBytes(as: name) }) {
            let meant = NearName.nearest(to: name, among: names).map { "; is `\($0)` meant?" } ?? "."
            try faults.note(
                inside(.member(name), value).fault(
                    "there is no such member\(meant) The possible ones are \(names.joined(separator: ", "))"))
        }
        return DescribedObject(whole: self, object: object)
    }

    /// Returns the value that `step` leads to from this one.
    func inside(_ step: JSONDocument.Step, _ json: JSONValue) -> DescribedValue {
        DescribedValue(json: json, path: path + [step], variables: variables, faults: faults)
    }

    /// Returns the fault that this value is not what is `expected`.
    func wrong(_ expected: String, meant: String? = nil) -> DescriptionError {
        var found = json.kind
        if let string = json.string {
            found = "\"\(string.utf8.count > 80 ? String(string.prefix(60)) + "…" : string)\""
        }
        if case .number(let number) = json { found = String(number.text.prefix(40)) }
        return fault("must be \(expected), not \(found)" + (meant.map { "; is `\($0)` meant?" } ?? ""))
    }

    /// Returns a fault of this value with this message.
    func fault(_ message: String) -> DescriptionError {
        DescriptionError(path: path, message: message)
    }
}

/// An object in a description, whose member names are known.
struct DescribedObject {
    let whole: DescribedValue
    fileprivate let object: JSONObject

    /// The member `name`; nil if it is missing.
    subscript(name: String) -> DescribedValue? {
        object[name].map { whole.inside(.member(name), $0) }
    }

    /// Returns the member `name`, which must exist.
    func needed(_ name: String) throws(DescriptionError) -> DescribedValue {
        guard let value = self[name] else {
            // Each of the outermost members is a setting of its own.
            guard !whole.path.isEmpty else { throw DescriptionError(path: [.member(name)], message: "is needed") }
            throw whole.fault("needs a member `\(name)`")
        }
        return value
    }

    /// Returns what `read` makes of the member `name`; nil if the member is missing, or wrong, which is noted.
    func optional<Value>(
        _ name: String, _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> Value? {
        try self[name]?.noting(read)
    }

    /// Does the same for a member that must exist: if it is missing, that is noted too. A caller that cannot do without
    /// it throws `noted` in the end, when everything else has been read.
    func required<Value>(
        _ name: String, _ read: (DescribedValue) throws(DescriptionError) -> Value
    ) throws(DescriptionError) -> Value? {
        try whole.noting { (_) throws(DescriptionError) in try needed(name) }?.noting(read)
    }

    /// The last fault that was noted, to throw if a `required` member could not be read.
    var noted: DescriptionError { whole.faults.all.last ?? whole.fault("is not complete") }

    func string(_ name: String) throws(DescriptionError) -> String? {
        try optional(name) { (value) throws(DescriptionError) in try value.string() }
    }

    func integer(_ name: String, in range: ClosedRange<Int>) throws(DescriptionError) -> Int? {
        try optional(name) { (value) throws(DescriptionError) in try value.integer(in: range) }
    }

    /// Returns which of these words the member `name` is; nil if it is missing or wrong.
    func word(_ name: String, _ words: [String]) throws(DescriptionError) -> String? {
        try optional(name) { (value) throws(DescriptionError) in try value.word(words) }
    }

    func boolean(_ name: String) throws(DescriptionError) -> Bool? {
        try optional(name) { (value) throws(DescriptionError) in try value.boolean() }
    }

    /// Whether the member `name` is there and true.
    func isTrue(_ name: String) throws(DescriptionError) -> Bool { try boolean(name) ?? false }
}
