;;; list-tests.el --- Tests of lists, in a terminal  -*- lexical-binding: t; -*-

;;; Code:

(require 'lists)

(ert-deftest list-shows-characters ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "^ unicode  snowman +3" "^☃   SNOWMAN +U\\+2603 · Other Symbol$"
                 "^⛄ +SNOWMAN WITHOUT SNOW +U\\+26C4" "^ end of the list$")
    (should (equal "SNOWMAN" (lists-in lists-at)))
    (should (eq t (lists-in
                   '(and (memq 'seekline-match (ensure-list (get-text-property (+ 3 (point-min)) 'face))) t))))))

(ert-deftest list-shows-articles-with-their-snippets ()
  (support-in-terminal
    (lists-open "wikipedia" "swift compiler")
    (support-see "^ wikipedia  swift compiler +1" "^ Swift compiler$" "^   Swift compiler turns the text of a"
                 "^ end of the list$")))

(ert-deftest list-gives-credit ()
  (support-in-terminal
    (lists-open "hotpepper" "焼肉 新宿")
    (support-see "^ 焼肉 たけ 新宿店$" "^   新宿9−4 · 焼肉・ホルモン · 3001～4000円" "end of the list · Powered by ホットペッパー")))

(ert-deftest list-loads-more-at-its-end-only-once ()
  (support-in-terminal
    (let ((before (length (support-requests "wikipedia"))))
      (lists-open "wikipedia" "program")
      (support-see "20 of 49" "^ Swift$")
      (should (= (1+ before) (length (support-requests "wikipedia"))))
      (support-control "service" "wikipedia" "hold" "1")
      (support-keys "M->")
      (support-see "loading more…")
      (support-keys "Up" "Down" "Up" "Down")
      (support-control "release" "wikipedia")
      (support-see "40 of 49")
      (should (= (+ 2 before) (length (support-requests "wikipedia"))))
      (support-keys "M->")
      (support-see "^ wikipedia  program +49$")
      (support-keys "M->")
      (support-see "end of the list")
      (should (= (+ 3 before) (length (support-requests "wikipedia"))))
      (should (= 49 (lists-in 'seekline-rows-count))))))

(ert-deftest list-fills-its-window ()
  (support-in-terminal
    (lists-open "unicode" "arrow")
    (support-see "40 of ")
    (should (equal "LEFTWARDS ARROW" (lists-in lists-at)))))

(ert-deftest list-is-refreshed-and-keeps-its-place ()
  (support-in-terminal
    (support-eval '(setq seekline-source "qiita"))
    (support-keys "F6" "Enter")
    (support-see "^ qiita  everything +20 of 45")
    (support-keys "n" "n" "n")
    (let ((title (support-wait "the fourth" (let ((title (lists-in lists-at)))
                                              (and (= 3 (lists-in '(seekline-rows-index (window-point))))
                                                   title)))))
      (support-control "publish" "2")
      (support-keys "g")
      (support-see "20 of 47")
      (should (equal title (lists-in lists-at)))
      (should (= 5 (lists-in '(seekline-rows-index (window-point))))))))

(defmacro list-tests-with-rows (source query count &rest body)
  "Run BODY in a list of SOURCE in this Emacs, with QUERY and COUNT rows or more.
Without a screen the end of a list is always in sight.  So nothing
checks for it: the list would keep growing."
  (declare (indent 3))
  `(save-window-excursion
     (cl-letf (((symbol-function 'seekline-list--look) #'ignore))
       (seekline-list ,source ,query)
       (unwind-protect
           (progn
             (support-settle seekline-list--session)
             (while (< seekline-rows-count ,count)
               (seekline-session-reached-bottom seekline-list--session)
               (support-settle seekline-list--session))
             ,@body)
         (kill-buffer)))))

(defun list-tests-here ()
  "Return the titles of the items at point and at the window's point."
  (mapcar (lambda (position) (plist-get (get-text-property position 'seekline-item) :title))
          (list (point) (window-point))))

(defun list-tests-lines (last)
  "Return the lines of a log from the first to the LAST one."
  (mapconcat (lambda (number) (format "item %04d %s\n" number (make-string 200 ?x))) (number-sequence 1 last) ""))

(ert-deftest list-refreshed-in-pieces-keeps-its-place ()
  (let* ((log (make-temp-file "seekline-log" nil nil (list-tests-lines 1000)))
         (seekline-arguments (list "--set" "log.type=lines" "--set" (concat "log.path=" log)))
         (pieces 0))
    (seekline-stop)
    (unwind-protect
        (list-tests-with-rows "log" "item" 640
          (goto-char (seekline-rows-start 612))
          (set-window-point nil (point))
          (let ((here (list-tests-here)))
            (should (string-match-p "^item 0613 " (car here)))
            (add-function :before (seekline-session-listener seekline-list--session)
                          (lambda (_session what &rest _) (when (eq what 'items) (cl-incf pieces))))
            (write-region "item of another kind\n" nil log t 'silent)
            (support-wait "the line" (and (member "item of another kind" (support-titles seekline-list--session))
                                          (seekline-session-settled-p seekline-list--session)))
            (should (> pieces 1))
            (should (equal here (list-tests-here)))
            ;; A list that has become shorter is also shown.
            (write-region (list-tests-lines 30) nil log nil 'silent)
            (support-wait "a short list" (= 30 seekline-rows-count))))
      (seekline-stop)
      (delete-file log))))

(ert-deftest list-that-loses-the-item-at-point-keeps-its-row ()
  (let* ((log (make-temp-file "seekline-log" nil nil (list-tests-lines 9)))
         (seekline-arguments (list "--set" "log.type=lines" "--set" (concat "log.path=" log))))
    (seekline-stop)
    (unwind-protect
        (list-tests-with-rows "log" "item" 9
          (pcase-dolist (`(,row ,left ,titles) '((4 ("1" "2" "3" "4" "6" "7") "6") (5 ("1" "2" "3") "3") (0 ("2" "3") "2")))
            (goto-char (seekline-rows-start row))
            (set-window-point nil (point))
            (write-region (mapconcat (lambda (number) (format "item %s\n" number)) left "") nil log nil 'silent)
            (support-wait "the list" (= (length left) seekline-rows-count))
            (should (equal (list-tests-here) (make-list 2 (concat "item " titles))))))
      (seekline-stop)
      (delete-file log))))

(ert-deftest list-that-gets-longer-leaves-who-is-at-its-end-at-the-first-new-row ()
  (list-tests-with-rows "unicode" "arrow" 20
    (let ((rows seekline-rows-count)
          (session seekline-list--session))
      (goto-char (point-max))
      (set-window-point nil (point))
      (seekline-session-reached-bottom session)
      (support-settle session)
      (should (> seekline-rows-count rows))
      (should (= (seekline-rows-start rows) (point) (window-point))))))

(ert-deftest list-for-another-text-starts-at-its-first-row ()
  (list-tests-with-rows "unicode" "arrow" 20
    (goto-char (seekline-rows-start 9))
    (set-window-point nil (point))
    (seekline-list--submit "snowman")
    (support-settle seekline-list--session)
    (should (equal (car (list-tests-here)) (plist-get (seekline-rows-item 0) :title)))))

(ert-deftest list-that-is-narrowed-is-drawn-completely ()
  (list-tests-with-rows "unicode" "arrow" 40
    (narrow-to-region (point-min) (seekline-rows-start 1))
    (seekline-session-reached-bottom seekline-list--session)
    (support-settle seekline-list--session)
    (should (>= (length (seekline-session-items seekline-list--session)) 60))
    (should (= seekline-rows-count (length (seekline-session-items seekline-list--session))))
    (should (equal (buffer-string) (buffer-substring 1 (seekline-rows-start 1))))
    (widen)
    (should (string-match-p "^more below$" (buffer-string)))
    (should (= (1- seekline-rows-count) (seekline-rows-index (1- seekline-rows-footer))))))

(ert-deftest list-fills-its-window-when-the-end-of-a-load-is-reported-late ()
  (let ((look (symbol-function 'seekline-list--look))
        (looked 0)
        (asked 0))
    (list-tests-with-rows "unicode" "arrow" 20
      (cl-letf (((symbol-function 'seekline-session-reached-bottom) (lambda (_session) (cl-incf asked)))
                ((symbol-function 'seekline-list--look) (lambda (buffer) (funcall look buffer) (cl-incf looked))))
        (setf (seekline-session-loading seekline-list--session) t)
        (seekline-list--changed 'items 0)
        (support-wait "a look in vain" (> looked 0))
        (should (= 0 asked))
        (setf (seekline-session-loading seekline-list--session) nil)
        (seekline-list--changed 'loading nil)
        (support-wait "the next page" (= 1 asked))))))

(ert-deftest list-searched-again-by-a-new-engine-keeps-its-place ()
  (support-in-terminal
    (lists-open "unicode" "arrow")
    (support-see "40 of ")
    (support-keys "M->")
    (support-see "60 of ")
    (let ((title (lists-in `(progn (set-window-point nil (seekline-rows-start 50)) ,lists-at))))
      (support-eval '(terminal-kill-engine))
      (support-see "error: internal")
      (support-keys "g")
      (support-see "^ unicode  arrow +[0-9]+ of [0-9]+$")
      (support-wait "the list" (lists-in '(seekline-session-settled-p seekline-list--session)))
      (should (>= (lists-in 'seekline-rows-count) 60))
      (should (equal title (lists-in lists-at))))))

(ert-deftest list-keeps-its-place-when-a-new-engine-quickly-loads-its-first-page ()
  ;; The request for the other items reaches this engine after it has reported that nothing is loading any more.
  (let* ((path (support-program "#!/usr/bin/env python3
import subprocess, sys, threading
engine = subprocess.Popen(['%s', *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
done = threading.Event()

def messages(stream):
    while header := stream.readline():
        yield header + stream.readline() + stream.read(int(header.split()[1]))

def pass_on():
    for message in messages(engine.stdout):
        sys.stdout.buffer.write(message)
        sys.stdout.buffer.flush()
        if b'\"method\":\"loading\"' in message and b'\"loading\":false' in message:
            done.set()

threading.Thread(target=pass_on, daemon=True).start()
for message in messages(sys.stdin.buffer):
    if b'\"submit\"' in message:
        done.clear()
    if b'\"reachedBottom\"' in message:
        done.wait()
    engine.stdin.write(message)
    engine.stdin.flush()
"))
         (seekline-program path))
    (seekline-stop)
    (unwind-protect
        (list-tests-with-rows "unicode" "arrow" 60
          (goto-char (seekline-rows-start 50))
          (set-window-point nil (point))
          (let ((here (list-tests-here)))
            (signal-process (support-engine) 'KILL)
            (support-wait "the end" (not (seekline-session-live-p seekline-list--session)))
            (seekline-list-refresh)
            (support-settle seekline-list--session)
            (should (= 60 seekline-rows-count))
            (should (equal here (list-tests-here)))))
      (seekline-stop))))

(ert-deftest list-shows-errors-and-recovers ()
  (support-in-terminal
    (support-control "service" "wikipedia" "status" "500")
    (lists-open "wikipedia" "swift")
    (support-see "error: http" "answered with status 500" "r tries again, s searches for something else")
    (support-keys "r")
    (support-see "^ wikipedia  swift +7$" "^ Swift$")
    (support-control "service" "wikipedia" "status" "500")
    (support-keys "g")
    (support-see "error: http" "^ Swift$" "seekline: http.* answered with status 500")
    (support-keys "r")
    (support-see "^ wikipedia  swift +7$")))

(defun list-tests-wait-for-footer (pattern)
  "Wait until the footer matches PATTERN, whether it is in sight or not."
  (support-wait pattern
    (string-match-p pattern (lists-in '(buffer-substring-no-properties seekline-rows-footer (point-max))))))

(ert-deftest list-says-when-it-is-for-another-text ()
  (support-in-terminal
    (lists-open "wikipedia" "swift")
    (support-see "^ wikipedia  swift +7$")
    (support-control "service" "wikipedia" "hang" "60")
    (support-keys "s" "C-a" "C-k")
    (support-paste "rust ")
    (let ((before (length (support-requests "wikipedia"))))
      (support-keys "Enter")
      (support-see "^ wikipedia  rust +.*loading  7 · of “swift”")
      (support-wait "the request" (> (length (support-requests "wikipedia")) before)))
    ;; A user who types ahead wants an item of the list that is yet to come.
    (support-keys "w")
    (support-see "^This is still the list of “swift”")
    ;; Emacs drops the keys that are waiting when a command fails.
    (support-keys "C-x" "=")
    (support-see "^Char: ")
    (support-keys "Enter")
    (support-see "^This is still the list of “swift”")
    (support-keys "k")
    (support-see "^ wikipedia  rust +7 · of “swift”$" "^ Swift$")
    (list-tests-wait-for-footer "^end of the list$")
    (support-control "service" "wikipedia" "status" "500")
    (support-keys "s" "Enter")
    (support-see "^ wikipedia  rust +error: http  7 · of “swift”$" "^ Swift$")
    (list-tests-wait-for-footer "; the list is the one from before\\.$")
    (support-keys "s" "C-a" "C-k")
    (support-paste " swift compiler ")
    (support-keys "Enter")
    (support-see "^ wikipedia   swift compiler +1$" "end of the list")))

(ert-deftest list-says-when-it-is-older-than-a-failed-search-for-the-same-text ()
  (support-in-terminal
    (lists-open "wikipedia" "swift")
    (support-see "^ wikipedia  swift +7$")
    (support-control "service" "wikipedia" "status" "500")
    (support-keys "s" "Enter")
    (support-see "^ wikipedia  swift +error: http  7$" "^ Swift$")
    (list-tests-wait-for-footer "; the list is the one from before\\.$")))

(ert-deftest list-shows-a-page-error-and-recovers ()
  (support-in-terminal
    (lists-open "wikipedia" "program")
    (support-see "20 of 49")
    (support-control "service" "wikipedia" "status" "500")
    (support-keys "M->")
    (support-see "answered with status 500" "20 of 49")
    (support-keys "r")
    (support-see "40 of 49")))

(ert-deftest list-says-when-nothing-is-found ()
  (support-in-terminal
    (lists-open "unicode" "zzzzqqqq")
    (support-see "^ unicode  zzzzqqqq +0" "^ Nothing found\\.$")
    (support-keys "Enter")
    (support-see "There is no item here")
    (support-keys "s" "C-a" "C-k")
    (support-write "comet")
    (support-keys "Enter")
    (support-see "^ unicode  comet" "COMET +U\\+2604")))

(ert-deftest list-changes-its-source ()
  (support-in-terminal
    (lists-open "unicode" "swift")
    (support-see "^ unicode  swift")
    (support-keys "S")
    (support-see "Source (default")
    (support-write "wikipedia")
    (support-keys "Enter")
    (support-see "^ wikipedia  swift +7$" "^ Swift compiler$")
    (should (= 1 (support-eval '(hash-table-count seekline--sessions))))))

(ert-deftest list-inserts-into-the-buffer-it-was-opened-from ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (support-keys "i" "n" "i")
    (support-see "Inserted into \\*scratch\\*")
    (should (equal "☃⛄" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))))

(ert-deftest list-outlives-the-engine ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (support-eval '(terminal-kill-engine))
    (support-see "error: internal" "^ The engine has ended$" "^☃   SNOWMAN")
    (support-keys "g")
    (support-see "^ unicode  snowman +3$" "^ end of the list$")))

(ert-deftest list-is-restored-when-a-detail-is-opened-after-the-engine-died ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (support-eval '(terminal-kill-engine))
    (support-see "error: internal")
    (support-keys "Tab")
    (support-see "^ unicode  snowman +3$" "^ end of the list$" "Code point: U\\+2603 (9731)")))

(ert-deftest list-keeps-its-rows-if-the-search-of-a-new-engine-fails ()
  (support-in-terminal
    (support-eval '(setq seekline-source "qiita"))
    (support-keys "F6" "Enter")
    (support-see "^ qiita  everything +20 of 4[0-9]")
    (support-eval '(terminal-kill-engine))
    (support-see "error: internal")
    (support-control "service" "qiita" "status" "500")
    (support-keys "g")
    (support-see "error: http  20 of 4[0-9]")
    (should (= 20 (lists-in 'seekline-rows-count)))
    (support-keys "g")
    (support-see "^ qiita  everything +20 of 4[0-9]")))

(ert-deftest list-forgets-its-rows-if-a-new-engine-is-asked-for-something-else ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (support-eval '(terminal-kill-engine))
    (support-see "error: internal")
    (support-keys "s" "C-a" "C-k")
    (support-write " ")
    (support-keys "Enter")
    (support-see "Type 1 more; s edits the query")
    (should (= 0 (lists-in 'seekline-rows-count)))))

(ert-deftest list-closes-its-session-with-its-buffer ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (should (= 1 (support-eval '(hash-table-count seekline--sessions))))
    (lists-in '(progn (kill-buffer) nil))
    (should (= 0 (support-eval '(hash-table-count seekline--sessions))))))

(ert-deftest list-is-quit-and-killed-like-other-buffers ()
  (save-window-excursion
    (dolist (killed '(nil t))
      (seekline-list "unicode" "snowman")
      (let ((list (current-buffer))
            (current-prefix-arg (and killed '(4))))
        (support-settle seekline-list--session)
        (call-interactively (key-binding "q"))
        (should-not (eq list (window-buffer)))
        (should (eq killed (not (buffer-live-p list))))
        (should (= (if killed 0 1) (hash-table-count seekline--sessions)))
        (unless killed
          (kill-buffer list))))))

(ert-deftest list-whose-engine-dies-while-it-is-opened-says-so ()
  (save-window-excursion
    (cl-letf* ((connect (symbol-function 'seekline--connect))
               ((symbol-function 'seekline--connect)
                (lambda (session)
                  (funcall connect session)
                  (seekline--lose session nil)))
               ;; Nothing is searched for after that.
               ((symbol-function 'seekline-list--submit) #'ignore))
      (seekline-list "unicode" "snowman")
      (unwind-protect
          (progn
            (should (string-match-p "^The engine has ended$" (buffer-string)))
            (seekline-list-change-source "wikipedia")
            (should (equal "wikipedia" (seekline-session-source seekline-list--session)))
            (should (string-match-p "^The engine has ended$" (buffer-string))))
        (kill-buffer)))))

(ert-deftest list-cannot-be-edited ()
  (save-window-excursion
    (seekline-list "unicode" "snowman")
    (unwind-protect
        (progn
          (should (equal "The rows of a list cannot be edited"
                         (cadr (should-error (call-interactively (key-binding (kbd "C-x C-q"))) :type 'user-error))))
          (should buffer-read-only))
      (kill-buffer))))

(ert-deftest list-cannot-be-cloned ()
  (save-window-excursion
    (seekline-list "unicode" "snowman")
    (let ((buffers (length (buffer-list))))
      (unwind-protect
          (dolist (clone (list #'clone-buffer (lambda () (clone-indirect-buffer nil nil))))
            (should (string-match-p "\\`Cannot .*clone a buffer in Seekline mode\\'" (cadr (should-error (funcall clone)))))
            (should (= buffers (length (buffer-list)))))
        (kill-buffer)))))

(defun list-tests-in-another-buffer (function)
  "Call FUNCTION in a buffer with text; it must change nothing there.
Return the error that it signals."
  (let ((buffer (generate-new-buffer "text")))
    (save-window-excursion
      (switch-to-buffer buffer)
      (insert "a text")
      (unwind-protect
          (prog1 (should-error (funcall function) :type 'user-error)
            (should (eq buffer (current-buffer)))
            (should (equal "a text" (buffer-string)))
            (should-not seekline-list--session)
            (should (= 0 (hash-table-count seekline--sessions))))
        (kill-buffer buffer)))))

(ert-deftest list-that-is-killed-while-the-user-types-leaves-other-buffers-alone ()
  (pcase-dolist (`(,command . ,reader) '((seekline-list-change-source . completing-read) (seekline-list-search . read-string)))
    (should (equal '(user-error "The list has gone")
                   (list-tests-in-another-buffer
                    (lambda ()
                      (seekline-list "unicode" "snowman")
                      (support-settle seekline-list--session)
                      (cl-letf (((symbol-function reader) (lambda (&rest _) (kill-buffer) "unicode")))
                        (call-interactively command))))))))

(ert-deftest list-commands-work-only-in-lists ()
  (dolist (command '(seekline-list-change-source seekline-list-search seekline-list-refresh seekline-list-retry seekline-list-cancel))
    (should (equal '(user-error "This buffer is not a seekline list")
                   (list-tests-in-another-buffer
                    (lambda ()
                      (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) "unicode"))
                                ((symbol-function 'read-string) (lambda (&rest _) "snow")))
                        (call-interactively command))))))))

(ert-deftest list-commands-say-that-a-buffer-in-its-mode-is-no-list ()
  (dolist (key '("RET" "w" "o" "C-o" "M-g n" "g"))
    (should (equal '(user-error "This buffer is not a seekline list")
                   (list-tests-in-another-buffer
                    (lambda ()
                      (seekline-list-mode)
                      (call-interactively (key-binding (kbd key)))))))))

(ert-deftest list-closes-its-session-when-another-mode-replaces-its-own ()
  (save-window-excursion
    (seekline-list "unicode" "arrow")
    (let ((session seekline-list--session)
          (inhibit-message t))
      (support-settle session)
      (seekline-list--look-soon)
      (unwind-protect
          (progn
            (fundamental-mode)
            (should-not (seekline-session-live-p session))
            (should (= 0 (hash-table-count seekline--sessions)))
            ;; If the mode is turned on by hand, there is nothing to search.
            (seekline-list-mode)
            (should-not (condition-case problem (seekline-list--look (current-buffer)) (error problem))))
        (kill-buffer)))))

(ert-deftest list-is-not-harmed-by-hostile-titles ()
  (support-in-terminal
    (support-wiki "one\e[2J\e]0;x\atwo\nthree\0" "\u202egnissim" (concat "long " (make-string 100000 ?x))
                  "العربية 12" "😀👩‍👩‍👧 end" "100% %s")
    (lists-open "wikipedia" "hostile 100%")
    (support-see "^ wikipedia  hostile 100% +6" "^ one�\\[2J�]0;x�two three�$" "^ �gnissim$" "^ long$" "x…$"
                 "ةيبرعلا\\|العربية" "😀.* end$" "^ 100% %s$")
    (should (= 6 (lists-in 'seekline-rows-count)))
    (should (< (lists-in '(buffer-size)) 1000))))

(ert-deftest list-does-not-freeze-while-a-server-hangs ()
  (support-in-terminal
    (support-control "service" "wikipedia" "hang" "120")
    (lists-open "wikipedia" "swift")
    (support-see "loading")
    (support-see "slow, loading")
    (support-keys "C-x" "b" "*scratch*" "Enter")
    (support-write "still here")
    (support-see "still here")
    (should (support-fluent-p))
    (support-keys "C-x" "b" "*seekline: wikipedia*" "Enter")
    (support-see "slow, loading")
    (support-keys "k")
    (support-see "^ wikipedia  swift$")
    (support-keys "s" "Enter")
    (support-see "^ Swift compiler$")))

(provide 'list-tests)
;;; list-tests.el ends here
