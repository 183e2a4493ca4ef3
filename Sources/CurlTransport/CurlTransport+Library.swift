import CCurl

extension CurlTransport {
    /// The version string of libcurl, including what it was built with; nil if there is no libcurl. Loads libcurl if
    /// necessary.
    public static var libraryVersion: String? {
        ccurl_load() == 1 ? String(cString: ccurl_version()) : nil
    }

    /// Why libcurl cannot be loaded.
    static var loadError: String {
        let found = ccurl_load_error().map { String(cString: $0) }
        guard let found, !found.utf8.suffix(25).elementsEqual("No such file or directory".utf8) else {
            return "libcurl is not installed (on Debian: libcurl4)"
        }
        return "libcurl cannot be loaded (on Debian: libcurl4): \(found)"
    }
}
