;;; directory-tests.el --- Tests of which folder is searched  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'seekline-completing-read)
(require 'seekline-consult)
(require 'seekline-elsewhere)

(defvar directory-tests-folder nil
  "Where the projects of a test are.")

(defun directory-tests-path (name)
  "Return the path of NAME in the folder of this test."
  (expand-file-name name directory-tests-folder))

(defun directory-tests-prepare ()
  "Make the projects a and b with equal names of files, and sources that search whatever folder they are in."
  (dolist (project '("a" "b"))
    (make-directory (directory-tests-path (concat project "/.git")) t)
    (make-directory (directory-tests-path (concat project "/sub")))
    (write-region (format "one\nword of %s\n" project) nil (directory-tests-path (concat project "/sub/notes.txt")) nil 'silent)
    (write-region (format "line of %s\n" project) nil (directory-tests-path (concat project "/top.txt")) nil 'silent))
  (make-directory (directory-tests-path "plain"))
  (write-region "word of nobody\n" nil (directory-tests-path "plain/notes.txt") nil 'silent)
  (write-region
   (json-serialize
    '(:sources
      (:grep (:type "command" :argv ["grep" "-rn" "--include=*.txt" "--" "{query}" "."]
              :pattern "path:line:text" :item (:title "{text}") :nothingFound 1)
       :top (:type "lines" :path "top.txt")
       :act (:type "command" :argv ["ls"]
             :actions [(:name "wait" :title "Wait"
                        :argv ["sh" "-c" "while [ ! -e go ]; do sleep 0.01; done; pwd"])]))))
   nil (directory-tests-path "config.json") nil 'silent))

(defmacro directory-tests-with-projects (&rest body)
  "Run BODY with the projects and their sources, in one window."
  (declare (indent 0))
  `(let* ((directory-tests-folder (file-truename (make-temp-file "seekline-directory" t)))
          (seekline-arguments (list "--config" (directory-tests-path "config.json")))
          (seekline--sessions (make-hash-table :test #'equal)))
     (unwind-protect
         (save-window-excursion
           (directory-tests-prepare)
           (seekline-stop)
           (delete-other-windows)
           ,@body)
       (dolist (buffer (buffer-list))
         (when (or (string-match-p "\\`\\*seekline\\(:\\| detail\\)" (buffer-name buffer))
                   (and (buffer-file-name buffer) (string-prefix-p directory-tests-folder (buffer-file-name buffer))))
           (kill-buffer buffer)))
       (seekline-stop)
       (delete-directory directory-tests-folder t))))

(defmacro directory-tests-in (name &rest body)
  "Run BODY in a buffer whose folder is NAME."
  (declare (indent 1))
  `(with-temp-buffer
     (setq default-directory (file-name-as-directory (directory-tests-path ,name)))
     ,@body))

(defun directory-tests-list (folder source query)
  "Search SOURCE for QUERY in a list, from FOLDER; return the list when it is there."
  (directory-tests-in folder
    (seekline-list source query)
    (support-settle seekline-list--session)
    (goto-char (point-min))
    (current-buffer)))

(defun directory-tests-here ()
  "Return the path of this buffer's file in the folder of this test, and the line."
  (list (file-relative-name buffer-file-name directory-tests-folder) (line-number-at-pos)))

(defun directory-tests-titles (folder source query)
  "Return the titles of what SOURCE finds for QUERY from FOLDER, and close that search."
  (directory-tests-in folder
    (support-with-session (session source)
      (seekline-session-submit session query)
      (support-settle session)
      (should-not (seekline-session-error session))
      (support-titles session))))

(defun directory-tests-told (&optional since)
  "Return what was told of the folder behind SINCE, a position in the messages, or that position."
  (with-current-buffer (messages-buffer)
    (if since
        (progn (sit-for 0)
               (accept-process-output nil 0.05)
               (let ((text (buffer-substring since (point-max))))
                 (and (string-match "^seekline: .*" text) (match-string 0 text))))
      (point-max))))

(ert-deftest directory-is-the-root-of-the-project ()
  (directory-tests-with-projects
    (dolist (project '("a" "b" "a"))
      (let ((since (directory-tests-told)))
        (dolist (folder (list project (concat project "/sub")))
          (with-current-buffer (directory-tests-list folder "grep" "word")
            (should (equal (mapcar #'substring-no-properties (support-titles seekline-list--session))
                           (list (format "word of %s" project))))
            (directory-tests-in "plain"
              (seekline-visit (get-text-property (point-min) 'seekline-item (window-buffer)))
              (should (equal (directory-tests-here) (list (concat project "/sub/notes.txt") 2))))
            (kill-buffer)))
        ;; That the engine has moved is nothing to talk about.
        (should-not (directory-tests-told since)))
      (should (equal (directory-tests-titles (concat project "/sub") "top" "") (list (concat "line of " project)))))
    (should (= 1 (cl-count-if (lambda (process) (string-prefix-p "seekline" (process-name process)))
                              (cl-remove-if-not #'process-command (process-list)))))))

(ert-deftest directory-without-a-project-is-that-of-the-buffer ()
  (directory-tests-with-projects
    (should (equal (directory-tests-titles "plain" "grep" "word") '("word of nobody")))))

(ert-deftest directory-is-what-the-function-says ()
  (directory-tests-with-projects
    (let* (asked
           (seekline-directory-function (lambda () (push (buffer-name) asked) "../b/sub")))
      (should (equal (directory-tests-titles "a" "grep" "word") '("word of b")))
      (setq asked nil)
      ;; Also a list is asked for where it is opened.
      (directory-tests-in "a"
        (rename-buffer "origin of a list")
        (seekline-list "grep" "word")
        (call-interactively (lambda () (interactive) (seekline-list-change-source "top")))
        (should (equal asked '("origin of a list" "origin of a list")))))
    (let ((seekline-directory-function #'ignore))
      (kill-buffer "*seekline: top*")
      (should (equal (directory-tests-titles "b/sub" "grep" "word") '("word of b"))))))

(ert-deftest directory-of-places-is-that-of-their-search ()
  (directory-tests-with-projects
    (let ((list (directory-tests-list "a" "grep" "word")))
      (dolist (go (list #'seekline-list-open #'seekline-list-visit-other-window))
        (switch-to-buffer list)
        (goto-char (point-min))
        (setq default-directory (directory-tests-path "b/"))
        (funcall go)
        (should (equal (directory-tests-here) '("a/sub/notes.txt" 2))))
      (switch-to-buffer list)
      (let ((default-directory (directory-tests-path "b/")))
        (get-buffer-create seekline-detail-buffer))
      (seekline-list-show)
      (with-current-buffer seekline-detail-buffer
        (should (equal (buffer-string) "one\nword of a\n"))
        ;; From there one searches the same project.
        (should (equal default-directory (directory-tests-path "a/")))))))

(ert-deftest directory-of-what-is-chosen-in-the-minibuffer-is-that-of-its-search ()
  (directory-tests-with-projects
    (dolist (project '("a" "b"))
      (let* ((default-directory (directory-tests-path (concat project "/sub/")))
             here
             (seekline-source "grep")
             (seekline-action (lambda (item)
                                (let ((default-directory (directory-tests-path "plain/")))
                                  (seekline-visit item)
                                  (setq here (directory-tests-here))))))
        (support-type #'seekline "word\t\r")
        (should (equal here (list (concat project "/sub/notes.txt") 2)))))))

(ert-deftest directory-of-consult-is-that-from-which-it-was-called ()
  (directory-tests-with-projects
    (dolist (project '("a" "b"))
      (let* (got
             (source (seekline-consult-source "grep" ?g))
             (say (directory-tests-in project
                    ;; The buffer is gone by the time that something is typed; another one of its project is there.
                    (funcall (plist-get source :async) (lambda (action) (when (consp action) (setq got action))))))
             (buffer (generate-new-buffer "typing")))
        (with-current-buffer buffer
          (setq default-directory (directory-tests-path (concat project "/")))
          (funcall say "word")
          (support-wait "it" got)
          (should (equal (substring-no-properties (caar got)) (concat "word of " project)))
          (funcall say 'destroy)
          (setq got nil
                say (funcall (plist-get source :async) (lambda (action) (when (consp action) (setq got action))))))
        (directory-tests-in "plain"
          (funcall say "word")
          (support-wait "it" got)
          (should (equal (substring-no-properties (caar got)) (concat "word of " project)))
          (funcall say 'destroy)
          (let ((default-directory (directory-tests-path "plain/")))
            (seekline-visit (cdar got))
            (should (equal (directory-tests-here) (list (concat project "/sub/notes.txt") 2)))))
        (kill-buffer buffer)))))

(ert-deftest directory-stays-while-a-list-is-open ()
  (directory-tests-with-projects
    (let* ((list (directory-tests-list "a" "grep" "word"))
           (pid (support-engine))
           (since (directory-tests-told)))
      (should (equal (directory-tests-titles "a/sub" "top" "") '("line of a")))
      (should-not (directory-tests-told since))
      (directory-tests-in "b"
        (support-with-session (session "grep")
          (seekline-session-submit session "word")
          (support-settle session)
          (should (equal (directory-tests-told since)
                         (format "seekline: still searching in %s"
                                 (directory-tests-path "a/"))))
          (should (equal (support-titles session) '("word of a")))
          (seekline-visit (car (seekline-session-items session)))
          (should (equal (directory-tests-here) '("a/sub/notes.txt" 2)))))
      (should (eql pid (support-engine)))
      (with-current-buffer list
        (seekline-list-refresh)
        (support-settle seekline-list--session)
        (should (equal (support-titles seekline-list--session) '("word of a"))))
      (kill-buffer list)
      (should (equal (directory-tests-titles "b" "grep" "word") '("word of b"))))))

(ert-deftest directory-stays-while-something-is-done-there ()
  (directory-tests-with-projects
    (let ((since (directory-tests-told)))
      (directory-tests-in "a"
        (support-with-session (session "act")
          (seekline-session-submit session "top")
          (support-settle session)
          (cl-letf (((symbol-function 'completing-read) (lambda (&rest _) "Wait")))
            (seekline-perform session (car (seekline-session-items session))))))
      (should (= 0 (hash-table-count seekline--sessions)))
      (should (equal (directory-tests-titles "b" "grep" "word") '("word of a")))
      (write-region "" nil (directory-tests-path "a/go") nil 'silent)
      (support-wait "the end of it" (null seekline-perform--under-way))
      (should (string-match-p (format "^seekline: %s$" (regexp-quote (directory-tests-path "a")))
                              (with-current-buffer (messages-buffer) (buffer-substring since (point-max)))))
      (should (equal (directory-tests-titles "b" "grep" "word") '("word of b"))))))

(ert-deftest directory-is-the-same-after-the-engine-has-died ()
  (directory-tests-with-projects
    (let* ((list (directory-tests-list "a/sub" "grep" "word"))
           (session (buffer-local-value 'seekline-list--session list))
           (since (directory-tests-told)))
      (dolist (revive (list (lambda () (with-current-buffer list (seekline-list-refresh)))
                            ;; Another search that comes first finds the list open.
                            (lambda ()
                              (should (equal (directory-tests-titles "b" "grep" "word") '("word of a")))
                              (with-current-buffer list (seekline-list-refresh)))))
        (signal-process (support-engine) 'KILL)
        (support-wait "its end" (seekline-session-error session))
        (directory-tests-in "b" (funcall revive))
        (support-settle session)
        (should-not (seekline-session-error session))
        (should (equal (support-titles session) '("word of a")))
        (directory-tests-in "b"
          (seekline-visit (car (seekline-session-items session)))
          (should (equal (directory-tests-here) '("a/sub/notes.txt" 2)))))
      (should (directory-tests-told since)))))

(ert-deftest directory-that-is-gone-is-asked-for-anew ()
  (directory-tests-with-projects
    (let* ((list (directory-tests-list "a" "grep" "word"))
           (session (buffer-local-value 'seekline-list--session list)))
      (seekline-stop)
      (delete-directory (directory-tests-path "a") t)
      (directory-tests-in "b"
        (seekline-session-refresh session)
        (support-settle session)
        (should (equal (support-titles session) '("word of b")))
        (seekline-visit (car (seekline-session-items session)))
        (should (equal (directory-tests-here) '("b/sub/notes.txt" 2)))))))

(defvar directory-tests-called nil
  "What was asked of another machine.")

(defun directory-tests-connect (&rest operation)
  "Note OPERATION, for which a connection is needed."
  (push operation directory-tests-called)
  nil)

(ert-deftest directory-is-of-this-machine ()
  (directory-tests-with-projects
    (let* ((directory-tests-called nil)
           (tramp (featurep 'tramp))
           (file-name-handler-alist (cons '("\\`/elsewhere:" . directory-tests-connect) file-name-handler-alist))
           (process-environment (cons (concat "HOME=" (directory-tests-path "a")) process-environment)))
      (dolist (remote (list "/elsewhere:host:/project/" "/ssh:nobody@127.0.0.1:/project/" (directory-tests-path "gone/")))
        (with-temp-buffer
          (setq default-directory remote)
          (should (equal (seekline-directory) (directory-tests-path "a/")))
          (let ((seekline-directory-function (lambda () "project")))
            (should (equal (seekline-directory) (directory-tests-path "a/"))))
          (support-with-session (session "grep")
            (seekline-session-submit session "word")
            (support-settle session)
            (should (equal (support-titles session) '("word of a"))))))
      (dolist (named (list "/elsewhere:host:/" "/:/elsewhere:host:/" "~/gone" 'nonsense))
        (let ((seekline-directory-function (lambda () named)))
          (should (equal (seekline-directory) (directory-tests-path "a/")))))
      (let ((seekline-directory-function (lambda () (concat "/:" (directory-tests-path "b")))))
        (should (equal (seekline-directory) (directory-tests-path "b/"))))
      (let ((process-environment (cons "HOME=/nowhere" process-environment))
            (seekline-directory-function (lambda () "/elsewhere:host:/")))
        (should (equal (seekline-directory) "/")))
      (should-not directory-tests-called)
      (should (eq tramp (featurep 'tramp))))))

(ert-deftest directory-of-a-project-that-fails-is-that-of-the-buffer ()
  (require 'project)
  (directory-tests-with-projects
    (let* ((project-find-functions (list (lambda (_) (error "No luck"))))
           (directory (directory-tests-in "b/sub"
                        ;; With that, Emacs demotes no error.
                        (let ((debug-on-error nil))
                          (condition-case problem (seekline-directory) (error problem))))))
      (should (equal directory (directory-tests-path "b/sub/"))))))

(ert-deftest directory-does-not-matter-to-lists-of-ones-own ()
  (directory-tests-with-projects
    (should (equal (directory-tests-titles "a" "grep" "word") '("word of a")))
    (let ((pid (support-engine))
          (default-directory (directory-tests-path "b/")))
      (support-type (lambda () (interactive) (insert (seekline-completing-read "Choose: " '("one" "two") nil t)))
                    "two\r")
      (should (eql pid (support-engine))))))

(ert-deftest directory-is-left-by-what-was-typed-there ()
  (directory-tests-with-projects
    (dotimes (_ 5)
      (dolist (project '("a" "b"))
        (directory-tests-in project
          (support-with-session (session "grep" '(:trigger "incremental"))
            ;; Nobody waits for that.
            (dolist (text '("l" "li" "line")) (seekline-session-set-query session text)))
          (setq default-directory (directory-tests-path (if (equal project "a") "b/" "a/")))
          (let (seen)
            (support-with-session (session "grep" '(:trigger "incremental")
                                           (lambda (session &rest _) (push (support-titles session) seen)))
              (seekline-session-set-query session "word")
              (support-settle session)
              (should (equal (support-titles session) (list (if (equal project "a") "word of b" "word of a"))))
              (should (equal (delete-dups (delq nil seen)) (list (support-titles session)))))))))))

(ert-deftest directory-is-not-kept-by-a-search-that-was-quit ()
  (directory-tests-with-projects
    (dolist (open (list (lambda () (seekline-read "grep"))
                        (lambda () (seekline-completing-read "Choose: " '("one")))
                        (lambda () (seekline-list "grep" "word"))))
      (cl-letf* ((connect (symbol-function 'seekline--connect))
                 ((symbol-function 'seekline--connect)
                  (lambda (session) (funcall connect session) (setq quit-flag t))))
        (should (eq 'quit (condition-case nil (funcall open) (quit 'quit)))))
      (should (= 0 (hash-table-count seekline--sessions))))
    (with-current-buffer (directory-tests-list "a" "grep" "word")
      (cl-letf* ((connect (symbol-function 'seekline--connect))
                 ((symbol-function 'seekline--connect)
                  (lambda (session) (funcall connect session) (setq quit-flag t))))
        (should (eq 'quit (condition-case nil (seekline-list-change-source "top") (quit 'quit)))))
      (kill-buffer))
    (should (= 0 (hash-table-count seekline--sessions)))))

(ert-deftest directory-of-an-engine-that-has-ended-is-not-heard-of ()
  (directory-tests-with-projects
    (with-current-buffer (directory-tests-list "a" "grep" "word")
      (let* ((session seekline-list--session)
             (old (seekline-session-connection session)))
        (seekline-stop)
        (seekline-list-refresh)
        (support-settle session)
        (seekline--hear old 'items (list :session (seekline-session-name session) :generation 1 :query "word" :from 0
                                         :items [(:id "late" :title "late")]))
        (should (equal (support-titles session) '("word of a")))))))

(defun directory-tests-go-to (folder)
  "Let the terminal show a buffer whose folder is FOLDER."
  (support-eval `(with-current-buffer (switch-to-buffer "*scratch*")
                   (setq default-directory ,(directory-tests-path folder))
                   nil)))

(defun directory-tests-quit ()
  "Leave the minibuffer of the terminal."
  (support-keys "C-g")
  (support-see "Quit")
  (support-eval '(progn (message nil) nil)))

(ert-deftest directory-is-told-below-what-is-typed ()
  (directory-tests-with-projects
    (support-in-terminal
      (unwind-protect
          (progn
            (support-eval `(progn
                             (require 'vertico) (vertico-mode)
                             (seekline-stop)
                             (setq seekline-arguments ',seekline-arguments
                                   seekline-source "grep")
                             nil))
            (directory-tests-go-to "a/sub/")
            (support-keys "F5")
            (support-see "Search grep:")
            (support-paste "word")
            (support-see "1/1 +Search grep: word$" "^word of a")
            ;; What is typed there still looks for its list when the other project is searched.
            (support-keys "Space" "o" "f")
            (directory-tests-quit)
            (directory-tests-go-to "b/sub/")
            (support-keys "F5")
            (support-see "Search grep:")
            (support-paste "word")
            (support-see "1/1 +Search grep: word$" "^word of b")
            (directory-tests-quit)
            (support-keys "F6")
            (support-see "Search grep for:")
            (support-paste "word")
            (support-keys "Enter")
            (support-see "^ *word of b$" "end of the list")
            (directory-tests-go-to "a/sub/")
            (support-keys "F5")
            (support-see "Search grep: .*seekline: still searching in /")
            (support-paste "word")
            (support-see "1/1 +Search grep: word$" "^word of b")
            (support-keys "Enter")
            (support-wait "the file"
              (equal (directory-tests-path "b/sub/notes.txt") (support-eval '(buffer-file-name (window-buffer))))))
        (support-eval '(progn (seekline-stop)
                              (setq seekline-arguments nil)))
        (directory-tests-go-to "/")))))

(provide 'directory-tests)
;;; directory-tests.el ends here
