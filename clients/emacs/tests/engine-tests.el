;;; engine-tests.el --- Tests of the engine process  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'seekline-items)

(ert-deftest engine-is-found-by-variable-environment-and-path ()
  (let* ((binary (getenv "SEEKLINE"))
         (other (executable-find "sh"))
         (exec-path (list (file-name-directory binary)))
         (process-environment (cons "SEEKLINE" process-environment)))
    (should (equal (seekline--find-program) (expand-file-name "seekline" (car exec-path))))
    (let ((process-environment (cons (concat "SEEKLINE=" other) process-environment)))
      (should (equal (seekline--find-program) other))
      (let ((seekline-program binary))
        (should (equal (seekline--find-program) binary))))))

(ert-deftest engine-that-is-missing-is-reported ()
  (let ((exec-path nil)
        (text-quoting-style 'grave)
        (process-environment (cons "SEEKLINE" process-environment)))
    (should (equal (should-error (seekline--find-program) :type 'user-error)
                   `(user-error ,(concat "There is no seekline in `exec-path': pip install seekline (until that is "
                                         "published, build it: see the variable `seekline-program')"))))
    (should (string-match-p "pip install seekline.*\n.*\n+ *swift build -c release --static-swift-stdlib"
                            (documentation-property 'seekline-program 'variable-documentation)))
    (let ((seekline-program "/nowhere/seekline"))
      (should (string-match-p "There is no program /nowhere/seekline"
                              (cadr (should-error (seekline--find-program) :type 'user-error)))))))

(ert-deftest engine-arguments-that-are-not-a-list-of-strings-are-reported ()
  (seekline-stop)
  (let ((text-quoting-style 'grave))
    (dolist (seekline-arguments '("--set wikipedia.language=en" ("--source" unicode)))
      (should (equal (should-error (seekline--start) :type 'user-error)
                     `(user-error ,(format "The value of `seekline-arguments' must be a list of strings, not %S"
                                           seekline-arguments))))))
  (should-not (support-engine)))

(ert-deftest engine-and-commands-are-available-without-a-package ()
  (let ((commands (with-temp-buffer
                    (insert-file-contents (expand-file-name "../README.md" support-folder))
                    (search-forward "## Commands")
                    (cl-loop while (re-search-forward "^| `\\(seekline[-a-z]*\\)`\\(?:, `\\([-a-z]+\\)`\\)?" nil t)
                             collect (intern (match-string 1))
                             when (match-string 2) collect (intern (match-string 2))
                             until (looking-at-p "[^\n]*\n\n")))))
    (should (memq 'seekline-other-frame commands))
    (with-temp-buffer
      (should (eql 0 (call-process
                      (expand-file-name invocation-name invocation-directory) nil t nil "-Q" "--batch"
                      "-L" (file-name-directory (locate-library "seekline")) "--eval"
                      (prin1-to-string
                       `(progn
                          (require 'seekline)
                          (dolist (command ',commands)
                            (unless (commandp command) (error "%s is no command" command)))
                          (autoload-do-load (symbol-function 'seekline-completing-read) 'seekline-completing-read)
                          (unless (functionp 'seekline-completing-read) (error "It is no function"))))))))))

(ert-deftest engine-and-searches-report-which-setting-is-wrong ()
  (seekline-stop)
  (let ((text-quoting-style 'grave))
    (pcase-dolist (`(,variable ,value ,what)
                   '((seekline-program seekline "a string, or nil")
                     (seekline-program ("seekline") "a string, or nil")
                     (seekline-arguments (nil) "a list of strings")
                     (seekline-arguments ("--set" . "wikipedia.language=en") "a list of strings")
                     (seekline-directory-function nil "a function")
                     (seekline-directory-function "~/" "a function")
                     (seekline-action nil "a function")
                     (seekline-action engine-tests-nowhere "a function")
                     (seekline-candidates 0 "a whole number from 1 to 500")
                     (seekline-candidates 501 "a whole number from 1 to 500")
                     (seekline-candidates "50" "a whole number from 1 to 500")))
      (ert-info ((format "%s %S" variable value))
        (cl-progv (list variable) (list value)
          (should (equal (should-error (seekline "unicode") :type 'user-error)
                         `(user-error ,(format "The value of `%s' must be %s, not %S" variable what value)))))))
    (should (equal (should-error (seekline 'wikipedia) :type 'user-error)
                   '(user-error "A source is named by a string, such as \"unicode\", and not by wikipedia"))))
  (should (= 0 (hash-table-count seekline--sessions))))

(ert-deftest engine-that-has-ended-is-reported-when-its-sources-are-requested ()
  (seekline-stop)
  (let ((seekline-arguments '("--no-such-thing"))
        (inhibit-message t))
    (should (equal (should-error (seekline-sources) :type 'user-error)
                   `(user-error ,(concat "The engine does not say what its sources are: seekline: error: there is no flag "
                                         "\"--no-such-thing\"; --help lists them"))))))

(ert-deftest engine-is-shared-by-all-sessions ()
  (seekline-stop)
  (should-not (support-engine))
  (support-with-session (one "unicode")
    (support-with-session (two "unicode")
      (seekline-session-submit one "snowman")
      (seekline-session-submit two "comet")
      (support-settle one)
      (support-settle two)
      (should (member "SNOWMAN" (support-titles one)))
      (should (member "COMET" (support-titles two)))
      (should (= 1 (cl-count "seekline" (process-list) :key #'process-name :test #'equal))))))

(defun engine-tests-messages ()
  "Return how often the end of the engine was reported."
  (with-current-buffer (messages-buffer)
    (cl-count-if (lambda (line) (string-match-p "engine has ended\\|\\[jsonrpc\\]" line))
                 (split-string (buffer-string) "\n"))))

(ert-deftest engine-starts-again-after-it-was-killed ()
  (support-with-session (session "unicode")
    (support-with-session (other "unicode")
      (seekline-session-submit session "snowman")
      (support-settle session)
      (let ((pid (support-engine))
            (before (engine-tests-messages)))
        (signal-process pid 'KILL)
        (support-wait "an error" (and (seekline-session-error session) (seekline-session-error other)))
        (should (equal (plist-get (seekline-session-error session) :message) "The engine has ended"))
        (should (seekline-session-settled-p session))
        (seekline-session-refresh session)
        (support-settle session)
        (should-not (seekline-session-error session))
        (should (equal (car (support-titles session)) "SNOWMAN"))
        (should-not (eql pid (support-engine)))
        (seekline-session-submit other "comet")
        (support-settle other)
        (should (member "COMET" (support-titles other)))
        (should (= (1+ before) (engine-tests-messages)))))))

;; Emacs may know that a process has ended, and start the next one, before it has read all that the first one wrote.
(ert-deftest engine-ignores-late-output-from-a-previous-one ()
  (seekline-stop)
  (seekline--engine)
  (let ((old seekline--process))
    (setq seekline--connection nil)
    (unwind-protect
        (progn
          (seekline--engine)
          (funcall (process-filter old) old "Content-Length: 100000\r\n\r\n{\"jsonrpc\":")
          (should (seekline-sources)))
      (delete-process old))
    (support-wait "the end of its output" (not (buffer-live-p (process-buffer old))))
    (should (seekline-sources))))

(ert-deftest engine-is-stopped-without-a-message ()
  (support-with-session (session "unicode")
    (seekline-session-submit session "snowman")
    (support-settle session)
    (let ((pid (support-engine))
          (before (engine-tests-messages)))
      (seekline-stop)
      (support-wait "the end of the engine" (not (support-alive-p pid)))
      (should (= before (engine-tests-messages))))))

(ert-deftest engine-that-does-not-start-says-why ()
  (seekline-stop)
  (let ((seekline-arguments '("--nonsense")))
    (support-with-session (session "unicode")
      (support-wait "an error" (seekline-session-error session))
      (should (string-match-p "\\`The engine has ended: .*--nonsense"
                              (plist-get (seekline-session-error session) :message))))))

(defun engine-tests-last-words ()
  "Kill the engine, and return what a session reports about its end."
  (support-with-session (session "unicode")
    (seekline-session-submit session "snowman")
    (support-settle session)
    (signal-process (support-engine) 'KILL)
    (support-wait "an error" (seekline-session-error session))
    (plist-get (seekline-session-error session) :message)))

(ert-deftest engine-that-was-killed-is-reported-without-earlier-output ()
  ;; Neither what an earlier engine said nor what this one logged is reported.
  (seekline-stop)
  (let ((seekline-arguments '("--nonsense")))
    (support-with-session (session "unicode")
      (support-wait "an error" (seekline-session-error session))))
  (should (equal (engine-tests-last-words) "The engine has ended"))
  (let ((seekline-program (support-program "#!/bin/sh
echo 'seekline: warning: a message is refused' >&2
exec '%s' \"$@\"
")))
    (should (equal (engine-tests-last-words) "The engine has ended"))))

(ert-deftest engine-that-has-closed-its-input-counts-as-ended ()
  ;; An engine that ends does that a moment before Emacs knows of its end.
  (seekline-stop)
  (let ((seekline-program (support-program "#!/bin/sh
while [ -e \"$0.held\" ]; do sleep 0.01; done
exec <&-
echo $$ >\"$0.pid\"
exec sleep 60 # %s
"))
        pid)
    (support-hold seekline-program)
    (support-with-session (session "unicode")
      (support-let-go seekline-program)
      (support-wait "an engine without input"
        (setq pid (with-temp-buffer
                    (ignore-errors (insert-file-contents (concat seekline-program ".pid")))
                    (and (> (buffer-size) 0) (string-to-number (buffer-string))))))
      (unwind-protect
          (progn
            (should-not (seekline-session-error session))
            (seekline-session-submit session "snowman")
            (support-wait "an error" (seekline-session-error session))
            (should (equal (plist-get (seekline-session-error session) :message) "The engine has ended")))
        (signal-process pid 'KILL)))))

(ert-deftest engine-with-another-protocol-is-not-used ()
  (seekline-stop)
  (let ((fake (make-temp-file "seekline-fake" nil nil "#!/bin/sh
body='{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2.0\"}}'
printf 'Content-Length: %d\\r\\n\\r\\n%s' ${#body} \"$body\"
exec cat >/dev/null
")))
    (unwind-protect
        (let ((seekline-program fake))
          (set-file-modes fake #o700)
          (support-with-session (session "unicode")
            (support-wait "the message"
              (with-current-buffer (messages-buffer)
                (string-match-p "speaks protocol 2.0, not 1.x" (buffer-string))))
            (should-not (support-engine))))
      (delete-file fake))))

(ert-deftest engine-may-send-nul ()
  (let* ((guard (seekline--nul-guard))
         (said "{\"a\":\"\\u0000 \\\\u0000 \\\\\\u0000 \\u00000\"}")
         (heard "{\"a\":\"\\uffff \\\\u0000 \\\\\\uffff \\uffff0\"}"))
    (should (equal (cadr (funcall guard (list nil said))) heard))
    ;; No matter how the text is split.
    (should (equal (mapconcat (lambda (char) (cadr (funcall guard (list nil (string char))))) said "") heard))))

(ert-deftest engine-output-with-many-backslashes-is-passed-on-at-once ()
  (let ((guard (seekline--nul-guard))
        (run (make-string 100 ?\\)))
    (dotimes (_ 2)
      (should (equal (cadr (funcall guard (list nil run))) run)))
    ;; Only what may be the start of an escape is kept for later.
    (should (equal (cadr (funcall guard (list nil (concat run "\\u00")))) run))
    (should (equal (cadr (funcall guard (list nil "00"))) "\\uffff"))
    (should (equal (cadr (funcall guard (list nil (concat run "u00")))) (concat run "u00")))
    (should (equal (cadr (funcall guard (list nil "00"))) "00"))))

(ert-deftest engine-output-with-many-backslashes-does-not-block-emacs ()
  (dolist (end '("\\u0000" "あ\\u0000"))
    (dolist (size '(4096 16384))
      (let ((guard (seekline--nul-guard))
            (said (concat (make-string 16384 ?\\) end)))
        ;; Looking at the rest of them from each one takes more than 5 s.
        (should (< (support-cost
                     (dolist (part (seq-partition said size))
                       (funcall guard (list nil part))))
                   1))))))

(defun engine-tests-child (&rest forms)
  "Start an Emacs that searches, then reports the pid of its engine, then evaluates FORMS.
Return its process and that pid."
  (let* ((output "")
         (child (make-process
                 :name "child" :connection-type 'pipe :noquery t
                 :filter (lambda (_process text) (setq output (concat output text)))
                 :command `("emacs" "-Q" "--batch" "-L" ,(file-name-directory (locate-library "seekline"))
                            "-L" ,support-folder "-l" "support"
                            "--eval" ,(prin1-to-string
                                       `(let ((session (seekline-session-open "unicode")))
                                          (seekline-session-submit session "snowman")
                                          (support-settle session)
                                          (princ (format "pid %d." (support-engine)))
                                          ,@forms))))))
    (support-wait "the pid of the engine" (string-match "pid \\([0-9]+\\)\\." output))
    ;; Emacs runs `kill-emacs' inside the handler of a signal that ends it, which can lock up for good if the signal
    ;; arrives during an allocation.  Emacs is asleep while it reads.
    (support-wait "Emacs to read" (equal (alist-get 'state (process-attributes (process-id child))) "S"))
    (list child (string-to-number (match-string 1 output)))))

(ert-deftest engine-output-is-read-while-input-is-written ()
  (let ((seekline-program (support-narrow-program)))
    (seekline-stop)
    (unwind-protect
        (support-with-session (session "list")
          (support-wait "an answer" (seekline-session-minimum session))
          (seekline-session-set-items
           session 200
           (lambda (number) (list :id (number-to-string number) :title (format "%d %s" number (make-string 5000 ?x)))))
          (dolist (text '("1" "19" "199"))
            (seekline-session-set-query session text)
            (accept-process-output nil 0.01))
          (support-settle session)
          (should (equal (mapcar (lambda (item) (plist-get item :id)) (seekline-session-items session)) '("199"))))
      (seekline-stop))))

(ert-deftest engine-may-answer-what-is-still-being-written ()
  (support-with-session (session "unicode")
    (support-wait "an answer" (seekline-session-minimum session))
    (let* ((heard 0)
           (read (lambda (&rest _) (cl-incf heard)))
           ;; As if the pipe had been full and others had written after the request, which is answered in the meantime.
           (wait (lambda (process _text)
                   (let ((before heard))
                     (support-wait "an output" (accept-process-output process 0.01) (> heard before))))))
      (add-function :before (process-filter seekline--process) read)
      (advice-add 'process-send-string :after wait)
      (unwind-protect
          (progn
            (seekline-session-submit session "snowman")
            (seekline-sources))
        (advice-remove 'process-send-string wait)
        (remove-function (process-filter seekline--process) read)))
    (support-settle session)
    (should (member "SNOWMAN" (support-titles session)))))

(ert-deftest engine-output-is-handled-in-order ()
  (letrec ((process (make-process :name "engine-tests" :command '("true") :connection-type 'pipe :noquery t))
           (guard #'seekline--hear-in-turn)
           (heard nil)
           (hear (lambda (process text)
                   (push text heard)
                   (when (equal text "first")
                     ;; As if Emacs kept reading while this writes.
                     (funcall guard hear process "second")
                     (funcall guard hear process "end")
                     (push "written" heard))
                   (when (equal text "end")
                     (funcall guard hear process "lost")
                     (process-put process 'seekline-ended t)))))
    (funcall guard hear process "first")
    (should (equal (reverse heard) '("first" "written" "second" "end")))
    (funcall guard hear process "late")
    (should (equal (reverse heard) '("first" "written" "second" "end")))))

(ert-deftest engine-exits-when-emacs-exits ()
  (pcase-let ((`(,child ,pid) (engine-tests-child '(read-string "") '(kill-emacs))))
    (should (support-alive-p pid))
    (process-send-string child "\n")
    (support-wait "the end of Emacs" (not (process-live-p child)))
    (support-wait "the end of the engine" (not (support-alive-p pid)))))

(ert-deftest engine-exits-when-emacs-is-killed ()
  (pcase-let ((`(,child ,pid) (engine-tests-child '(read-string ""))))
    (should (support-alive-p pid))
    (signal-process (process-id child) 'KILL)
    (support-wait "the end of the engine" (not (support-alive-p pid)))))

(ert-deftest engine-exits-when-the-terminal-of-emacs-closes ()
  (dolist (signal '(HUP TERM))
    (pcase-let ((`(,child ,pid) (engine-tests-child '(read-string ""))))
      (should (support-alive-p pid))
      (signal-process (process-id child) signal)
      (support-wait "the end of Emacs" (not (process-live-p child)))
      (support-wait "the end of the engine" (not (support-alive-p pid))))))

(provide 'engine-tests)
;;; engine-tests.el ends here
