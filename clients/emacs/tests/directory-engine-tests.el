;;; directory-engine-tests.el --- Tests of when the engine moves to another folder  -*- lexical-binding: t; -*-

;;; Code:

(require 'projects)
(require 'seekline-completing-read)

(ert-deftest directory-stays-while-a-list-is-open ()
  (projects-with
    (let* ((list (projects-list "a" "grep" "word"))
           (pid (support-engine))
           (since (projects-told)))
      (should (equal (projects-titles "a/sub" "top" "") '("line of a")))
      (should-not (projects-told since))
      (projects-in "b"
        (support-with-session (session "grep")
          (seekline-session-submit session "word")
          (support-settle session)
          (should (equal (projects-told since)
                         (format "seekline: still searching in %s"
                                 (projects-path "a/"))))
          (should (equal (support-titles session) '("word of a")))
          (seekline-visit (car (seekline-session-items session)))
          (should (equal (projects-here) '("a/sub/notes.txt" 2)))))
      (should (eql pid (support-engine)))
      (with-current-buffer list
        (seekline-list-refresh)
        (support-settle seekline-list--session)
        (should (equal (support-titles seekline-list--session) '("word of a"))))
      (kill-buffer list)
      (should (equal (projects-titles "b" "grep" "word") '("word of b"))))))

(ert-deftest directory-stays-while-an-action-runs-there ()
  (projects-with
    (let ((since (projects-told)))
      (projects-in "a"
        (support-with-session (session "act")
          (seekline-session-submit session "top")
          (support-settle session)
          (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) "Wait")))
            (seekline-perform session (car (seekline-session-items session))))))
      (should (= 0 (hash-table-count seekline--sessions)))
      (should (equal (projects-titles "b" "grep" "word") '("word of a")))
      (write-region "" nil (projects-path "a/go") nil 'silent)
      (support-wait "the end of it" (null seekline-perform--under-way))
      (should (string-match-p (format "^seekline: %s$" (regexp-quote (projects-path "a")))
                              (with-current-buffer (messages-buffer) (buffer-substring since (point-max)))))
      (should (equal (projects-titles "b" "grep" "word") '("word of b"))))))

(ert-deftest directory-is-the-same-after-the-engine-has-died ()
  (projects-with
    (let* ((list (projects-list "a/sub" "grep" "word"))
           (session (buffer-local-value 'seekline-list--session list))
           (since (projects-told)))
      (dolist (revive (list (lambda () (with-current-buffer list (seekline-list-refresh)))
                            ;; If another search comes first, the list is still open.
                            (lambda ()
                              (should (equal (projects-titles "b" "grep" "word") '("word of a")))
                              (with-current-buffer list (seekline-list-refresh)))))
        (signal-process (support-engine) 'KILL)
        (support-wait "its end" (seekline-session-error session))
        (projects-in "b" (funcall revive))
        (support-settle session)
        (should-not (seekline-session-error session))
        (should (equal (support-titles session) '("word of a")))
        (projects-in "b"
          (seekline-visit (car (seekline-session-items session)))
          (should (equal (projects-here) '("a/sub/notes.txt" 2)))))
      (should (projects-told since)))))

(ert-deftest directory-is-determined-again-if-it-is-gone ()
  (projects-with
    (let* ((list (projects-list "a" "grep" "word"))
           (session (buffer-local-value 'seekline-list--session list)))
      (seekline-stop)
      (delete-directory (projects-path "a") t)
      (projects-in "b"
        (seekline-session-refresh session)
        (support-settle session)
        (should (equal (support-titles session) '("word of b")))
        (seekline-visit (car (seekline-session-items session)))
        (should (equal (projects-here) '("b/sub/notes.txt" 2)))))))

(ert-deftest directory-changes-while-earlier-typing-is-unanswered ()
  (projects-with
    (dotimes (_ 5)
      (dolist (project '("a" "b"))
        (projects-in project
          (support-with-session (session "grep" '(:trigger "incremental"))
            ;; Nothing waits for these.
            (dolist (text '("l" "li" "line")) (seekline-session-set-query session text)))
          (setq default-directory (projects-path (if (equal project "a") "b/" "a/")))
          (let (seen)
            (support-with-session (session "grep" '(:trigger "incremental")
                                           (lambda (session &rest _) (push (support-titles session) seen)))
              (seekline-session-set-query session "word")
              (support-settle session)
              (should (equal (support-titles session) (list (if (equal project "a") "word of b" "word of a"))))
              (should (equal (delete-dups (delq nil seen)) (list (support-titles session)))))))))))

(ert-deftest directory-is-not-kept-by-a-search-that-was-quit ()
  (projects-with
    (dolist (open (list (lambda () (seekline-read "grep"))
                        (lambda () (seekline-completing-read "Choose: " '("one")))
                        (lambda () (seekline-list "grep" "word"))))
      (cl-letf* ((connect (symbol-function 'seekline--connect))
                 ((symbol-function 'seekline--connect)
                  (lambda (session) (funcall connect session) (setq quit-flag t))))
        (should (eq 'quit (condition-case nil (funcall open) (quit 'quit)))))
      (should (= 0 (hash-table-count seekline--sessions))))
    (with-current-buffer (projects-list "a" "grep" "word")
      (cl-letf* ((connect (symbol-function 'seekline--connect))
                 ((symbol-function 'seekline--connect)
                  (lambda (session) (funcall connect session) (setq quit-flag t))))
        (should (eq 'quit (condition-case nil (seekline-list-change-source "top") (quit 'quit)))))
      (kill-buffer))
    (should (= 0 (hash-table-count seekline--sessions)))))

(ert-deftest directory-late-items-from-an-ended-engine-are-ignored ()
  (projects-with
    (with-current-buffer (projects-list "a" "grep" "word")
      (let* ((session seekline-list--session)
             (old (seekline-session-connection session)))
        (seekline-stop)
        (seekline-list-refresh)
        (support-settle session)
        (seekline--hear old 'items (list :session (seekline-session-name session) :generation 1 :query "word" :from 0
                                         :items [(:id "late" :title "late")]))
        (should (equal (support-titles session) '("word of a")))))))

(defun directory-engine-tests-go-to (folder)
  "Make the terminal show a buffer whose folder is FOLDER."
  (support-eval `(with-current-buffer (switch-to-buffer "*scratch*")
                   (setq default-directory ,(projects-path folder))
                   nil)))

(defun directory-engine-tests-quit ()
  "Quit the minibuffer of the terminal.
The first C-g may only end the command of a key before it."
  (support-wait "the end of the minibuffer"
    (support-keys "C-g")
    (support-see "Quit")
    (support-eval '(progn (message nil) (= 0 (recursion-depth))))))

(ert-deftest directory-still-in-use-is-shown-in-the-minibuffer ()
  (projects-with
    (support-in-terminal
      (unwind-protect
          (progn
            (support-eval `(progn
                             (require 'vertico) (vertico-mode)
                             (seekline-stop)
                             (setq seekline-arguments ',seekline-arguments
                                   seekline-source "grep")
                             nil))
            (directory-engine-tests-go-to "a/sub/")
            (support-keys "F5")
            (support-see "Search grep:")
            (support-paste "word")
            (support-see "1/1 +Search grep: word$" "^word of a")
            ;; What is typed here is still waiting for its list when the other project is searched.
            (support-keys "Space" "o" "f")
            (directory-engine-tests-quit)
            (directory-engine-tests-go-to "b/sub/")
            (support-keys "F5")
            (support-see "Search grep:")
            (support-paste "word")
            (support-see "1/1 +Search grep: word$" "^word of b")
            (directory-engine-tests-quit)
            (support-keys "F6")
            (support-see "Search grep for:")
            (support-paste "word")
            (support-keys "Enter")
            (support-see "^ *word of b$" "end of the list")
            (directory-engine-tests-go-to "a/sub/")
            (support-keys "F5")
            (support-see "Search grep: .*seekline: still searching in /")
            (support-paste "word")
            (support-see "1/1 +Search grep: word$" "^word of b")
            (support-keys "Enter")
            (support-wait "the file"
              (equal (projects-path "b/sub/notes.txt") (support-eval '(buffer-file-name (window-buffer))))))
        (support-eval '(progn (seekline-stop)
                              (setq seekline-arguments nil)))
        (directory-engine-tests-go-to "/")))))

(provide 'directory-engine-tests)
;;; directory-engine-tests.el ends here
