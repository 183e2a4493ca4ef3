;;; detail-tests.el --- Tests of the details of items, in a terminal  -*- lexical-binding: t; -*-

;;; Code:

(require 'lists)

(ert-deftest list-opens-details ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (support-keys "Tab")
    (support-see "Code point: U\\+2603 (9731)" "General category: Other Symbol")
    (should (equal "SNOWMAN" (lists-in lists-at)))
    (support-keys "n" "Enter")
    (support-see "Code point: U\\+26C4")
    (should (eq 'seekline-detail-mode (lists-in 'major-mode)))
    (support-keys "w")
    (support-see "Copied ⛄")
    (support-keys "q")
    (support-wait "the list" (eq 'seekline-list-mode (lists-in 'major-mode)))))

(ert-deftest list-closes-its-detail-when-it-is-quit ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (support-keys "Tab")
    (support-see "Code point: U\\+2603")
    (should (= 2 (support-eval '(length (window-list)))))
    (support-keys "q")
    (support-wait "the buffer of before" (equal "*scratch*" (lists-in '(buffer-name))))
    (should (= 1 (support-eval '(length (window-list)))))
    (support-write "here")
    (support-wait "what is typed" (equal "here" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))))

(ert-deftest list-opens-a-detail-from-a-server-after-an-error ()
  (support-in-terminal
    (lists-open "wikipedia" "swift compiler")
    (support-see "end of the list")
    (support-control "service" "wikipedia" "status" "500")
    (support-keys "Enter")
    (support-see "seekline: .* answered with status 500")
    (support-keys "Enter")
    (support-see "^Swift compiler$" "^http://127.0.0.1:[0-9]+/w/index.php\\?curid=2$")
    (support-keys "b")
    (support-see "browsing http://.*curid=2")))

(ert-deftest detail-is-not-needed-to-quit-a-list ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (support-keys "q")
    (support-wait "the buffer of before" (equal "*scratch*" (lists-in '(buffer-name))))))

(defun detail-tests-ask ()
  "Open a list of Wikipedia, and request a detail whose answer is held back."
  (lists-open "wikipedia" "swift compiler")
  ;; Another list may have been there before.
  (support-see "^ wikipedia  swift compiler +1" "end of the list")
  (support-control "service" "wikipedia" "hold" "1")
  (support-keys "Enter")
  (support-wait "what is opening" (lists-in '(and (seekline-session-opening seekline-list--session) t))))

;; Searching a long text for each of them, and aligning long names, takes minutes and gigabytes.
(ert-deftest detail-with-very-many-fields-does-not-block-emacs ()
  (let ((fields (cl-loop for number below 20000
                         append (list (intern (format ":f%d" number)) (format "value %d" number)))))
    (push "long" fields)
    (push (intern (concat ":" (make-string 65000 ?n))) fields)
    (with-temp-buffer
      (should (< (support-cost (seekline-detail--insert-fields
                                (list :title "t" :text (make-string 1000000 ?x) :fields fields)))
                 1))
      (should (< (buffer-size) 10000))
      (goto-char (point-min))
      (should (looking-at-p "nnn+…  long\nf0 +value 0\n")))))

(ert-deftest detail-that-is-late-leaves-the-minibuffer-alone ()
  (support-in-terminal
    (detail-tests-ask)
    (support-keys "s")
    (support-see "^Search wikipedia for: swift compiler")
    (support-write "ab")
    (support-see "for: swift compilerab")
    (support-control "release" "wikipedia")
    (support-see "curid=2")
    (should (eq t (support-eval '(window-minibuffer-p))))
    (support-write "cd")
    (support-see "for: swift compilerabcd")))

(ert-deftest detail-that-is-late-leaves-another-buffer-alone ()
  (support-in-terminal
    (detail-tests-ask)
    (support-keys "C-x" "b")
    (support-paste "*scratch*")
    (support-keys "Enter")
    (support-wait "another buffer" (equal "*scratch*" (lists-in '(buffer-name))))
    (support-control "release" "wikipedia")
    (support-see "curid=2")
    (support-write "here")
    (support-wait "what is typed" (equal "here" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))))

(ert-deftest detail-is-not-shown-once-its-list-is-quit ()
  (support-in-terminal
    (detail-tests-ask)
    (support-keys "q")
    (support-wait "the buffer of before" (equal "*scratch*" (lists-in '(buffer-name))))
    (support-control "release" "wikipedia")
    (support-wait "the answer" (support-eval '(not (cl-some #'seekline-session-opening
                                                            (hash-table-values seekline--sessions)))))
    ;; Its answer may arrive after the message that nothing is being opened.
    (support-eval '(progn (jsonrpc-request seekline--connection 'listSources nil) nil))
    (should-not (support-eval '(and (get-buffer-window seekline-detail-buffer) t)))
    (should (equal "*scratch*" (lists-in '(buffer-name))))))

(defun detail-tests-quit-other ()
  "Show the list of characters in the window of Wikipedia's list, and quit it."
  (support-eval '(progn (select-window (get-buffer-window "*seekline: wikipedia*"))
                        (switch-to-buffer "*seekline: unicode*")
                        nil))
  (support-see "WITHOUT SNOW")
  (support-keys "q")
  (support-wait "another buffer" (not (equal "*seekline: unicode*" (lists-in '(buffer-name))))))

(ert-deftest detail-of-another-list-is-still-shown-when-a-list-is-quit ()
  (support-in-terminal
    (lists-open "unicode" "snowman")
    (support-see "WITHOUT SNOW")
    (detail-tests-ask)
    (detail-tests-quit-other)
    (support-control "release" "wikipedia")
    (support-see "curid=2")
    (detail-tests-quit-other)
    (should (support-eval '(and (get-buffer-window seekline-detail-buffer) t)))))

(provide 'detail-tests)
;;; detail-tests.el ends here
