;;; silence-tests.el --- Tests of an engine that does not answer  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'seekline-consult)

(defconst silence-tests-words "The search engine does not answer. Waiting for it…")

(defmacro silence-tests-with-program (variable text &rest body)
  "Run BODY with an engine that is a program with TEXT, whose path is bound to VARIABLE; end all engines afterwards."
  (declare (indent 2))
  `(let* ((,variable ,text)
          (seekline-program ,variable))
     (seekline-stop)
     (unwind-protect (progn ,@body)
       (seekline-stop))))

(defmacro silence-tests-in-terminal (held &rest body)
  "Run BODY with an engine in the terminal that can be held, its path bound to HELD."
  (declare (indent 1))
  `(support-in-terminal
     (let ((,held (support-held-program)))
       (support-eval `(progn (seekline-stop) (setq seekline-program ,,held)))
       (unwind-protect (progn ,@body)
         (support-let-go ,held)
         (support-eval '(progn (seekline-stop) (setq seekline-program nil)))))))

(ert-deftest silence-is-shown-in-a-list-until-the-engine-answers ()
  (silence-tests-with-program held (support-held-program)
    (save-window-excursion
      (seekline-list "unicode" "snowman")
      (support-settle seekline-list--session)
      (support-hold held)
      (seekline-list-search "umbrella")
      (support-wait "that it is told" (string-search silence-tests-words (buffer-string)))
      (should (string-search "no answer" (seekline-header seekline-list--session)))
      ;; The old list stays, and the buffer says so.
      (should (string-search "SNOWMAN" (buffer-string)))
      (support-let-go held)
      (support-wait "the answer" (string-search "UMBRELLA" (buffer-string)))
      (should-not (string-search silence-tests-words (buffer-string)))
      (should-not (string-search "no answer" (seekline-header seekline-list--session)))
      (kill-buffer))))

(ert-deftest silence-of-an-engine-that-never-answers-is-reported ()
  (silence-tests-with-program _ (support-program "#!/bin/sh\ncat >/dev/null # %s\n")
    (let (told)
      (support-with-session (session "unicode" nil (lambda (&rest _) (push seekline-silent told)))
        (seekline-session-set-query session "snowman")
        (support-wait "that it is told" (memq t told))
        (should-not (seekline-session-items session))))))

(ert-deftest silence-ends-with-the-engine ()
  (dolist (end (list #'seekline-stop (lambda () (signal-process (support-engine) 'KILL))))
    (silence-tests-with-program _ (support-program "#!/bin/sh\nexec cat >/dev/null # %s\n")
      (save-window-excursion
        (seekline-list "unicode" "snowman")
        (support-wait "that it is told" (string-search silence-tests-words (buffer-string)))
        (funcall end)
        (support-wait "its end" (string-search "The engine has ended" (buffer-string)))
        (should-not (string-search silence-tests-words (buffer-string)))
        (kill-buffer)))))

(ert-deftest silence-of-a-server-is-not-taken-for-that-of-the-engine ()
  (silence-tests-with-program held (support-held-program)
    (let ((asked 0) told)
      (cl-letf* ((send (symbol-function 'jsonrpc-async-request))
                 ((symbol-function 'jsonrpc-async-request)
                  (lambda (connection method &rest more)
                    (when (eq method '$/cancelRequest) (cl-incf asked))
                    (apply send connection method more))))
        (support-control "service" "wikipedia" "hold" "1")
        (support-with-session (session "wikipedia" nil (lambda (&rest _) (when seekline-silent (setq told t))))
          (seekline-session-submit session "swift")
          ;; The engine has answered the first request for a sign of life, or there would be no second one.
          (support-wait "two signs of life" (= asked 2))
          (should-not told)
          (support-hold held)
          (support-wait "that it is told" told)
          (support-let-go held)
          (support-control "release" "wikipedia")
          (support-settle session)
          (should-not seekline-silent)
          (should (equal (car (support-titles session)) "Swift")))))))

(defun silence-tests-type (held)
  "Search in the terminal, holding HELD in between."
  (support-eval '(setq seekline-source "unicode"))
  (support-keys "F5")
  (support-see "Search unicode:")
  (support-write "snow")
  (support-see "SNOWFLAKE")
  (support-hold held)
  (support-write "m")
  (support-see "Search unicode: snowm *\\[The search engine does not answer")
  ;; A key removes the message, and it is shown again.
  (support-write "a")
  (support-see "Search unicode: snowma *\\[The search engine does not answer")
  (support-let-go held)
  (support-see "Search unicode: snowma$" "SNOWMAN"))

(ert-deftest silence-is-shown-while-the-user-types ()
  (silence-tests-in-terminal held
    (silence-tests-type held)
    (support-hold held)
    (support-write "n")
    (support-see (concat "Search unicode: snowman \\[" silence-tests-words))
    (support-keys "C-g")
    ;; Whatever Emacs evaluates when that arrives would be quit.
    (support-see "^Quit")
    (support-wait "an end" (support-eval '(= 0 (recursion-depth))))
    (should (equal "" (support-eval '(with-current-buffer "*scratch*" (buffer-string)))))))

(ert-deftest silence-is-shown-with-vertico ()
  (silence-tests-in-terminal held
    (support-eval '(progn (require 'vertico) (vertico-mode) nil))
    (silence-tests-type held)))

(ert-deftest silence-is-reported-with-consult ()
  (silence-tests-with-program _ (support-program "#!/bin/sh\ncat >/dev/null # %s\n")
    (let* (said
           (ask (funcall (plist-get (seekline-consult-source "unicode" ?u) :async) #'ignore)))
      (cl-letf (((symbol-function 'message) (lambda (format &rest words) (push (apply #'format format words) said))))
        (funcall ask "snow")
        (support-wait "that it is told" (member silence-tests-words said))
        (funcall ask 'destroy)))))

(defun silence-tests-fill-its-pipe (session)
  "Write more to the engine of SESSION than it reads; return what is thrown."
  (with-timeout (60 (ert-fail "it waits for ever"))
    (condition-case thrown
        (while (seekline-session-live-p session)
          (seekline-session-set-query session (make-string 5000 ?x)))
      (quit thrown))))

(ert-deftest silence-of-an-engine-that-reads-nothing-does-not-block-emacs ()
  (silence-tests-with-program _ (support-program "#!/bin/sh\nexec sleep 1000 # %s\n")
    (support-with-session (session "unicode")
      (should-not (silence-tests-fill-its-pipe session))
      (should (equal "The engine has ended: it did not answer" (plist-get (seekline-session-error session) :message)))
      (should-not (support-engine)))))

(ert-deftest silence-of-an-engine-that-reads-nothing-can-be-quit ()
  (silence-tests-with-program _ (support-program "#!/bin/sh\nexec sleep 1000 # %s\n")
    (support-with-session (session "unicode")
      (run-with-timer 0.1 nil (lambda () (setq quit-flag t)))
      (should (equal '(quit) (silence-tests-fill-its-pipe session)))
      (should-not (support-engine)))))

(ert-deftest silence-of-an-engine-that-is-stopped-ends-it ()
  (support-with-session (session "unicode")
    (seekline-session-submit session "snowman")
    (support-settle session)
    (let ((engine (support-engine)))
      ;; Something else may resume it before it is written to.
      (support-wait "its end"
        (when (support-alive-p engine)
          (signal-process engine 'STOP)
          (when (eq 'stop (process-status seekline--process))
            (seekline-session-set-query session "umbrella")))
        (not (support-alive-p engine)))
      (should (equal "The engine has ended: it did not answer" (plist-get (seekline-session-error session) :message)))
      (seekline-session-submit session "umbrella")
      (support-settle session)
      (should (member "UMBRELLA" (support-titles session))))))

(provide 'silence-tests)
;;; silence-tests.el ends here
