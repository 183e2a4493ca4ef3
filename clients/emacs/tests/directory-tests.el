;;; directory-tests.el --- Tests of which folder is searched  -*- lexical-binding: t; -*-

;;; Code:

(require 'projects)
(require 'seekline-completing-read)
(require 'seekline-consult)

(ert-deftest directory-is-the-root-of-the-project ()
  (projects-with
    (dolist (project '("a" "b" "a"))
      (let ((since (projects-told)))
        (dolist (folder (list project (concat project "/sub")))
          (with-current-buffer (projects-list folder "grep" "word")
            (should (equal (mapcar #'substring-no-properties (support-titles seekline-list--session))
                           (list (format "word of %s" project))))
            (projects-in "plain"
              (seekline-visit (get-text-property (point-min) 'seekline-item (window-buffer)))
              (should (equal (projects-here) (list (concat project "/sub/notes.txt") 2))))
            (kill-buffer)))
        ;; The move of the engine is not worth a message.
        (should-not (projects-told since)))
      (should (equal (projects-titles (concat project "/sub") "top" "") (list (concat "line of " project)))))
    (should (= 1 (cl-count-if (lambda (process) (string-prefix-p "seekline" (process-name process)))
                              (cl-remove-if-not #'process-command (process-list)))))))

(ert-deftest directory-without-a-project-is-that-of-the-buffer ()
  (projects-with
    (should (equal (projects-titles "plain" "grep" "word") '("word of nobody")))))

(ert-deftest directory-is-what-the-function-returns ()
  (projects-with
    (let* (asked
           (seekline-directory-function (lambda () (push (buffer-name) asked) "../b/sub")))
      (should (equal (projects-titles "a" "grep" "word") '("word of b")))
      (setq asked nil)
      ;; For a list, too, the function is called in the buffer where it is opened.
      (projects-in "a"
        (rename-buffer "origin of a list")
        (seekline-list "grep" "word")
        (call-interactively (lambda () (interactive) (seekline-list-change-source "top")))
        (should (equal asked '("origin of a list" "origin of a list")))))
    (let ((seekline-directory-function #'ignore))
      (kill-buffer "*seekline: top*")
      (should (equal (projects-titles "b/sub" "grep" "word") '("word of b"))))))

(ert-deftest directory-of-places-is-that-of-their-search ()
  (projects-with
    (let ((list (projects-list "a" "grep" "word")))
      (dolist (go (list #'seekline-list-open #'seekline-list-visit-other-window))
        (switch-to-buffer list)
        (goto-char (point-min))
        (setq default-directory (projects-path "b/"))
        (funcall go)
        (should (equal (projects-here) '("a/sub/notes.txt" 2))))
      (switch-to-buffer list)
      (let ((default-directory (projects-path "b/")))
        (get-buffer-create seekline-detail-buffer))
      (seekline-list-show)
      (with-current-buffer seekline-detail-buffer
        (should (equal (buffer-string) "one\nword of a\n"))
        ;; A search from there is in the same project.
        (should (equal default-directory (projects-path "a/")))))))

(ert-deftest directory-of-a-path-that-looks-like-a-home-is-that-of-its-search ()
  (dolist (place '(("~root" . "/folder/~root") ("sub/~root" . "/folder/sub/~root")))
    (let ((location (list :path (car place))))
      (seekline--place (list :location location) "/folder/")
      (should (equal (plist-get location :path) (cdr place))))))

(ert-deftest directory-of-an-item-chosen-in-the-minibuffer-is-that-of-its-search ()
  (projects-with
    (dolist (project '("a" "b"))
      (let* ((default-directory (projects-path (concat project "/sub/")))
             here
             (seekline-source "grep")
             (seekline-action (lambda (item)
                                (let ((default-directory (projects-path "plain/")))
                                  (seekline-visit item)
                                  (setq here (projects-here))))))
        (support-type #'seekline "word\t\r")
        (should (equal here (list (concat project "/sub/notes.txt") 2)))))))

(ert-deftest directory-of-consult-is-the-one-it-was-called-from ()
  (projects-with
    (dolist (project '("a" "b"))
      (let* (got
             (source (seekline-consult-source "grep" ?g))
             (say (projects-in project
                    ;; The buffer is gone by the time something is typed; another one of its project is current.
                    (funcall (plist-get source :async) (lambda (action) (when (consp action) (setq got action))))))
             (buffer (generate-new-buffer "typing")))
        (with-current-buffer buffer
          (setq default-directory (projects-path (concat project "/")))
          (funcall say "word")
          (support-wait "it" got)
          (should (equal (substring-no-properties (caar got)) (concat "word of " project)))
          (funcall say 'destroy)
          (setq got nil
                say (funcall (plist-get source :async) (lambda (action) (when (consp action) (setq got action))))))
        (projects-in "plain"
          (funcall say "word")
          (support-wait "it" got)
          (should (equal (substring-no-properties (caar got)) (concat "word of " project)))
          (funcall say 'destroy)
          (let ((default-directory (projects-path "plain/")))
            (seekline-visit (cdar got))
            (should (equal (projects-here) (list (concat project "/sub/notes.txt") 2)))))
        (kill-buffer buffer)))))

(defvar directory-tests-called nil
  "The operations that were requested on another machine.")

(defun directory-tests-connect (&rest operation)
  "Note OPERATION, for which a connection is needed."
  (push operation directory-tests-called)
  nil)

(ert-deftest directory-is-always-on-this-machine ()
  (projects-with
    (let* ((directory-tests-called nil)
           (tramp (featurep 'tramp))
           (file-name-handler-alist (cons '("\\`/elsewhere:" . directory-tests-connect) file-name-handler-alist))
           (process-environment (cons (concat "HOME=" (projects-path "a")) process-environment)))
      (dolist (remote (list "/elsewhere:host:/project/" "/ssh:nobody@127.0.0.1:/project/" (projects-path "gone/")))
        (with-temp-buffer
          (setq default-directory remote)
          (should (equal (seekline-directory) (projects-path "a/")))
          (let ((seekline-directory-function (lambda () "project")))
            (should (equal (seekline-directory) (projects-path "a/"))))
          (support-with-session (session "grep")
            (seekline-session-submit session "word")
            (support-settle session)
            (should (equal (support-titles session) '("word of a"))))))
      (dolist (named (list "/elsewhere:host:/" "/:/elsewhere:host:/" "~/gone" 'nonsense))
        (let ((seekline-directory-function (lambda () named)))
          (should (equal (seekline-directory) (projects-path "a/")))))
      (let ((seekline-directory-function (lambda () (concat "/:" (projects-path "b")))))
        (should (equal (seekline-directory) (projects-path "b/"))))
      (let ((process-environment (cons "HOME=/nowhere" process-environment))
            (seekline-directory-function (lambda () "/elsewhere:host:/")))
        (should (equal (seekline-directory) "/")))
      (should-not directory-tests-called)
      (should (eq tramp (featurep 'tramp))))))

(ert-deftest directory-is-that-of-the-buffer-if-finding-a-project-fails ()
  (require 'project)
  (projects-with
    (let* ((project-find-functions (list (lambda (_) (error "No luck"))))
           (directory (projects-in "b/sub"
                        ;; With `debug-on-error', Emacs would demote no error.
                        (let ((debug-on-error nil))
                          (condition-case problem (seekline-directory) (error problem))))))
      (should (equal directory (projects-path "b/sub/"))))))

(ert-deftest directory-does-not-matter-to-supplied-lists ()
  (projects-with
    (should (equal (projects-titles "a" "grep" "word") '("word of a")))
    (let ((pid (support-engine))
          (default-directory (projects-path "b/")))
      (support-type (lambda () (interactive) (insert (seekline-completing-read "Choose: " '("one" "two") nil t)))
                    "two\r")
      (should (eql pid (support-engine))))))

(provide 'directory-tests)
;;; directory-tests.el ends here
