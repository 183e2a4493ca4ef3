;;; consult-tests.el --- Tests of the sources for Consult  -*- lexical-binding: t; -*-

;;; Commentary:

;; Debian 12's Consult is too old to have sources that arrive bit by bit, so its part is played here: a sink as Consult
;; documents it, which keeps the candidates that were put into it since the last flush.

;;; Code:

(require 'support)
(require 'seekline-consult)

(cl-defstruct (consult-tests-box (:copier nil)) say candidates seen)

(defun consult-tests-open (source)
  "Return a box that plays the part of Consult for SOURCE."
  (let* ((box (make-consult-tests-box))
         (sink (lambda (action)
                 (pcase action
                   ('flush (setf (consult-tests-box-candidates box) nil))
                   ((pred consp)
                    (setf (consult-tests-box-candidates box) (append (consult-tests-box-candidates box) action))
                    (push (mapcar #'car action) (consult-tests-box-seen box)))))))
    (setf (consult-tests-box-say box) (funcall (plist-get source :async) sink))
    (funcall (consult-tests-box-say box) 'setup)
    box))

(defmacro consult-tests-with (variables &rest body)
  "With VARIABLES, (BOX NAME), bound to a box for the source NAME, run BODY."
  (declare (indent 1))
  `(let ((,(car variables) (consult-tests-open (seekline-consult-source ,(cadr variables) ?s))))
     (unwind-protect (progn ,@body)
       (funcall (consult-tests-box-say ,(car variables)) 'destroy))))

(defun consult-tests-shows (box what &rest titles)
  "Wait until BOX shows TITLES; fail with WHAT otherwise."
  (support-wait (list what titles)
    (equal titles (mapcar (lambda (candidate) (substring-no-properties (car candidate)))
                          (consult-tests-box-candidates box)))))

(defun consult-tests-type (box &rest texts)
  "Tell BOX that TEXTS are typed, one after the other."
  (dolist (text texts) (funcall (consult-tests-box-say box) text)))

(defvar consult-buffer-sources)
(defvar consult-narrow-key)

(ert-deftest consult-has-the-sources-of-the-readme-once-it-is-loaded ()
  (let ((setup (with-temp-buffer
                 (insert-file-contents (expand-file-name "../README.md" support-folder))
                 (re-search-forward "^## With Consult\\(?:.*\n\\)*?```elisp\n")
                 (read (current-buffer))))
        (after-load-alist nil))
    (unwind-protect
        (progn
          ;; As in an init file: nothing of Consult is loaded yet.
          (eval setup t)
          (should-not (boundp 'consult-buffer-sources))
          (setq consult-buffer-sources '(consult--source-buffer))
          (provide 'consult)
          (should (equal '(nil "unicode" "wikipedia")
                         (mapcar (lambda (source) (and (consp source) (plist-get source :name))) consult-buffer-sources))))
      (makunbound 'consult-buffer-sources)
      (makunbound 'consult-narrow-key)
      (setq features (delq 'consult features)))))

(ert-deftest consult-searches-while-the-user-types ()
  (consult-tests-with (box "unicode")
    (consult-tests-type box "s" "sn" "snowman")
    (consult-tests-shows box "snowmen" "SNOWMAN" "SNOWMAN WITHOUT SNOW" "BLACK SNOWMAN")
    (should (= 1 (length (consult-tests-box-seen box))))
    (consult-tests-type box "black snowman")
    (consult-tests-shows box "the new list in the place of the old one" "BLACK SNOWMAN")))

(ert-deftest consult-items-can-be-acted-on-and-annotated ()
  (consult-tests-with (box "unicode")
    (consult-tests-type box "black snowman")
    (consult-tests-shows box "it" "BLACK SNOWMAN")
    (let* ((source (seekline-consult-source "unicode" ?u))
           (item (cdar (consult-tests-box-candidates box))))
      (should (string-match-p "⛇.*Other Symbol" (funcall (plist-get source :annotate) item)))
      (with-temp-buffer
        (funcall (plist-get source :action) item)
        (should (equal (buffer-string) "⛇"))))))

(ert-deftest consult-starts-no-engine-before-something-is-typed ()
  (seekline-stop)
  (consult-tests-with (box "unicode")
    (funcall (consult-tests-box-say box) 'refresh)
    (should-not (support-engine))
    (consult-tests-type box "snowman")
    (should (support-engine))))

(defun consult-tests-ask (box text)
  "Tell BOX that TEXT is typed, and wait until Wikipedia has been asked."
  (let ((before (length (support-requests "wikipedia"))))
    (consult-tests-type box text)
    (support-wait (list "the question" text)
      (< before (length (support-requests "wikipedia"))))))

(ert-deftest consult-shows-no-list-of-an-older-query ()
  (consult-tests-with (box "wikipedia")
    (support-control "service" "wikipedia" "hold" "1")
    (consult-tests-ask box "Haskell")
    (support-wiki "Erlang")
    (consult-tests-type box "Erlang")
    (consult-tests-shows box "the newer list" "Erlang")
    ;; The older answer arrives before the one that is requested after it.
    (support-control "release" "wikipedia")
    (consult-tests-type box "zzzz")
    (consult-tests-shows box "an empty list")
    (should (equal (consult-tests-box-seen box) '(("Erlang"))))))

(ert-deftest consult-reports-what-failed ()
  (consult-tests-with (box "wikipedia")
    (support-wiki "Swift")
    (consult-tests-type box "swift")
    (consult-tests-shows box "what was found" "Swift")
    (support-control "service" "wikipedia" "status" "400")
    (let (said)
      (cl-letf (((symbol-function 'message) (lambda (format &rest values) (push (apply #'format format values) said))))
        (consult-tests-type box "swift compiler")
        (consult-tests-shows box "nothing"))
      (should (string-match-p "400" (car said))))
    (support-wiki "Swift")
    (consult-tests-type box "swift again")
    (consult-tests-shows box "what was found after the error" "Swift")))

(ert-deftest consult-distinguishes-items-with-the-same-title ()
  (consult-tests-with (box "wikipedia")
    (support-wiki "Swift" "Swift")
    (consult-tests-type box "swift")
    (consult-tests-shows box "both" "Swift" "Swift (2)")))

(ert-deftest consult-closes-its-session ()
  (let ((before (hash-table-count seekline--sessions)))
    (consult-tests-with (box "unicode")
      (consult-tests-type box "snowman")
      (should (= (1+ before) (hash-table-count seekline--sessions)))
      (funcall (consult-tests-box-say box) 'destroy)
      (should (= before (hash-table-count seekline--sessions)))
      ;; A source that is used again, as after a recursive minibuffer.
      (consult-tests-type box "black snowman")
      (consult-tests-shows box "it" "BLACK SNOWMAN"))
    (should (= before (hash-table-count seekline--sessions)))))

(ert-deftest consult-cancels-a-search-that-is-no-longer-wanted ()
  (consult-tests-with (box "wikipedia")
    (support-control "service" "wikipedia" "hang" "30")
    (consult-tests-ask box "Perl")
    (let ((session (car (hash-table-values seekline--sessions))))
      (funcall (consult-tests-box-say box) 'cancel)
      (support-wait "the end of the search" (seekline-session-settled-p session)))))

;;; consult-tests.el ends here
