;;; text-tests.el --- Tests of text from servers  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)

(ert-deftest text-with-controls-is-cleaned ()
  (should (equal (seekline-clean "a\e[2Jb\0c\u009bd\u202ee\u2066f\uffffg") "a�[2Jb�c�d�e�f�g"))
  (should (equal (seekline-clean "one\r\ntwo\tthree") "one two three"))
  (should (equal (seekline-clean-lines "one\r\ntwo\e\nthree") "one\ntwo�\nthree"))
  (should (equal (seekline-clean "日本語 😀 العربية é") "日本語 😀 العربية é")))

(ert-deftest text-with-many-controls-does-not-block-emacs ()
  ;; In a string, finding the place of each takes more than 3 s.
  (should (< (support-cost (seekline-clean (make-string 100000 ?\u202e))) 1)))

(ert-deftest text-highlights-its-matches ()
  (let ((text (seekline-highlight ["a " "match" " and " "more"])))
    (should (equal-including-properties
             text #("a match and more" 2 7 (face seekline-match) 12 16 (face seekline-match))))))

(ert-deftest text-of-a-snippet-that-repeats-the-title-is-not-shown ()
  (let ((same '(:id "1" :title "SNOWMAN" :snippet ["" "SNOW" "MAN"]))
        (other '(:id "1" :title "Swift" :snippet [" About " "swift" "\n"])))
    (should-not (seekline-snippet same))
    (should (eq 'seekline-match (get-text-property 0 'face (seekline-title same))))
    (should (equal (substring-no-properties (seekline-snippet other)) "About swift"))
    (should-not (seekline-snippet '(:id "1" :title "t" :snippet ["  "])))))

(ert-deftest text-that-is-too-long-is-truncated ()
  (let* ((long (make-string 1000000 ?あ))
         (item (list :id "1" :title long :snippet (vector long long))))
    (should (= seekline-title-length (length (seekline-title item))))
    (should (= seekline-snippet-length (length (seekline-snippet item))))
    (should (< (length (seekline-highlight (make-vector 100000 "abc"))) 2000))))

(ert-deftest text-is-trimmed-with-its-properties ()
  (let ((text #(" \t\na  b\r\n " 3 4 (face bold))))
    (should (equal-including-properties (seekline-trim text) #("a  b" 0 1 (face bold))))
    (should (equal-including-properties (seekline-trim-right text) #(" \t\na  b" 3 4 (face bold))))
    (should (equal (seekline-trim "\u3000 a\u00a0" "[:blank:]") "a"))
    (should (equal (seekline-trim " \n") ""))))

(ert-deftest text-of-a-query-is-cut-without-an-ellipsis ()
  (let ((text (make-string seekline-query-length ?a)))
    (should (equal (seekline-plain text) text))
    (should (equal (seekline-plain (concat text "b")) text))))

(ert-deftest text-with-many-blanks-within-does-not-block-emacs ()
  ;; Looking at the rest of them from each one takes more than 5 s.
  (let ((gap (concat "a" (make-string 30000 ?\s) "b"))
        (session (seekline--make-session)))
    (setf (seekline-session-text session) gap)
    (dolist (read (list (lambda () (seekline-detail--text (list :text gap)))
                        (lambda () (seekline-detail--text (list :text gap :format "code")))
                        (lambda () (seekline--short-by session '(:outcome "tooShort")))))
      (should (< (support-cost (funcall read)) 1)))))

(ert-deftest text-of-one-character-is-a-glyph ()
  (cl-flet ((glyph (text) (seekline-glyph (list :insert text))))
    (should (equal (glyph "☃") "☃"))
    (should (equal (glyph "\u0301") "◌\u0301"))
    (should (equal (glyph "\e") "·"))
    (should (equal (glyph "\u202e") "·"))
    (should (equal (glyph "א") "א\u200e"))
    (should-not (glyph "ab"))
    (should-not (glyph nil))))

(ert-deftest text-beside-the-title-does-not-repeat-it ()
  (should (equal (seekline-notes '(:id "U+41" :title "A" :insert "A" :fields (:name "A" :kind "Letter" :number 65)))
                 "U+41 · Letter"))
  (should (equal (seekline-notes '(:id "7" :title "t" :fields (:genre "焼肉" :none "" :open t))) "焼肉"))
  (should-not (seekline-notes '(:id "7" :title "t" :fields nil))))

(ert-deftest action-browses-only-web-pages ()
  (let* (browsed (browse-url-browser-function (lambda (url &rest _) (push url browsed))))
    (should-error (seekline-browse '(:title "t" :url "file:///etc/passwd")) :type 'user-error)
    (should-error (seekline-browse '(:title "t" :url "javascript:alert(1)")) :type 'user-error)
    (should-error (seekline-browse '(:title "t")) :type 'user-error)
    (should-not browsed)
    (seekline-browse '(:title "t" :url "https://example.org/"))
    (should (equal browsed '("https://example.org/")))))

(ert-deftest action-copies-text-url-or-title ()
  (let (kill-ring kill-ring-yank-pointer (interprogram-cut-function nil))
    (dolist (item '((:title "t" :url "u" :insert "i") (:title "t" :url "u") (:title "t")))
      (seekline-copy item))
    (should (equal kill-ring '("t" "u" "i")))))

(ert-deftest action-takes-an-empty-text-for-none ()
  (let* (browsed
         kill-ring kill-ring-yank-pointer (interprogram-cut-function nil)
         (browse-url-browser-function (lambda (url &rest _) (push url browsed)))
         (item '(:title "t" :url "https://example.org/" :insert "")))
    (with-temp-buffer
      (seekline-insert-or-browse item)
      (should (equal browsed '("https://example.org/")))
      (should (equal (buffer-string) ""))
      (seekline-insert item)
      (should (equal (buffer-string) "https://example.org/"))
      (should-error (seekline-insert-or-browse '(:title "t" :insert "")) :type 'user-error))
    (seekline-copy item)
    (seekline-copy '(:title "t" :url "" :insert ""))
    (should (equal kill-ring '("t" "https://example.org/")))))

(provide 'text-tests)
;;; text-tests.el ends here
