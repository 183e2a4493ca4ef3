;;; seekline-engine.el --- The engine  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; One engine process serves the whole Emacs.  It starts when it is first needed, restarts when it is needed after it
;; has died, and stops when Emacs exits.
;;
;;     none --(the connection is requested)--> running --(it dies, `seekline-stop', it is to move)--> none
;;
;; It runs in the folder that is searched.  It moves to another one, by stopping and restarting there, only while nobody
;; needs it where it is, and does so silently; `seekline-engine-busy-functions' say whether someone does.  After it has
;; died it restarts in the folder in which it ran.
;;
;; What it sends is passed to `seekline-engine-functions', and so is its end.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'subr-x)
(require 'seekline-directory)
(require 'seekline-setting)
(require 'seekline-silence)
(require 'seekline-text)

(defgroup seekline nil
  "Incremental search with the seekline engine."
  :group 'convenience
  :prefix "seekline-")

(defcustom seekline-program nil
  "The seekline binary.
If it is nil, that is what the environment variable SEEKLINE
names, or else \"seekline\" in variable `exec-path'.

To get it: pip install seekline.  Until that is published, build it
in a checkout of seekline with Swift 6.2 or newer,

    swift build -c release --static-swift-stdlib

and put its .build/release/seekline here."
  :type '(choice (const :tag "$SEEKLINE, or seekline in exec-path" nil) file))

(defcustom seekline-arguments nil
  "Arguments for the engine, such as (\"--set\" \"wikipedia.language=en\").
After a change, \\[seekline-stop]; the next search starts the engine
with the new ones."
  :type '(repeat string))

;;;; The engine

(defvar seekline--connection nil
  "The connection to the engine, or nil.")

(defvar seekline--process nil
  "The process behind `seekline--connection'.")

(defvar seekline--directory nil
  "The folder in which the engine runs, or shall run when it starts.")

(defvar seekline--sources nil
  "The sources that the engine can search, as its plists.")

(defvar seekline-engine-functions nil
  "Functions that are called with each notification of the engine.
Their arguments are the connection, the method and its params.
When the engine has ended, the method is `ended', and the params
are what it said last, or nil.")

(defvar seekline-engine-busy-functions nil
  "Functions that say whether somebody needs the engine where it runs.
They have no arguments; one that returns non-nil is enough.")

(defun seekline--find-program ()
  "Return the path of the engine's binary, or signal a `user-error'."
  (let* ((file-name-handler-alist nil)  ; it is on this machine
         (environment (getenv "SEEKLINE"))
         (program (seekline-setting 'seekline-program (lambda (it) (or (null it) (stringp it))) "a string, or nil"))
         (named (or program (and environment (not (string-empty-p environment)) environment)))
         (found (if (and named (file-name-directory named))
                    (let ((path (expand-file-name named)))
                      (and (file-executable-p path) (not (file-directory-p path)) path))
                  (executable-find (or named "seekline")))))
    (cond (found (expand-file-name found))
          (named (user-error "There is no program %s; customize `seekline-program', or set $SEEKLINE" named))
          (t (user-error "There is no seekline in `exec-path': pip install seekline (%s)"
                         "until that is published, build it: see the variable `seekline-program'")))))

(defclass seekline--engine-connection (jsonrpc-process-connection) ()
  "The connection to an engine.")

(defun seekline--make-connection (arguments)
  "Make a connection with ARGUMENTS, without a log of its events.
How to say that depends on the version of `jsonrpc'."
  (condition-case nil
      (apply #'make-instance 'seekline--engine-connection :events-buffer-config '(:size 0 :format full) arguments)
    (invalid-slot-name
     (apply #'make-instance 'seekline--engine-connection :events-buffer-scrollback-size 0 arguments))))

(defun seekline--set-output-aside ()
  "Keep the output of an earlier engine apart from that of the next one.
`jsonrpc' has one buffer for all processes of a name; late output
of one of them would end up in the middle of that of the next one."
  (when-let ((output (get-buffer " *seekline output*")))
    (with-current-buffer output
      (rename-buffer (generate-new-buffer-name (buffer-name))))))

(defun seekline--kill-output (process)
  "Kill the buffer in which the output of PROCESS was read."
  (when (buffer-live-p (process-buffer process))
    (kill-buffer (process-buffer process))))

(defun seekline--start ()
  "Start the engine in its folder and return the connection to it."
  (unless (and seekline--directory (seekline-directory--there-p seekline--directory))
    (setq seekline--directory (seekline-directory)))
  (let* ((arguments (seekline-setting 'seekline-arguments
                                      (lambda (it) (and (proper-list-p it) (cl-every #'stringp it)))
                                      "a list of strings"))
         (program (seekline--find-program))
         ;; Input must not leave behind an engine that nobody knows of.
         (inhibit-quit t)
         (default-directory seekline--directory)
         (log (get-buffer-create "*seekline stderr*"))
         ;; By default, if a process writes little at a time, Emacs holds its output back for up to 50 ms, waiting for
         ;; more.
         (process-adaptive-read-buffering nil)
         (_ (seekline--set-output-aside))
         process
         (connection
          (seekline--make-connection
           (list :name "seekline"
                 :notification-dispatcher
                 (lambda (connection method params)
                   (run-hook-with-args 'seekline-engine-functions connection method params))
                 :process (lambda ()
                            (setq process
                                  (make-process :name "seekline" :command (cons program arguments)
                                                :connection-type 'pipe :coding 'utf-8-emacs-unix :noquery t
                                                :stderr log)))))))
    (when-let ((reader (get-buffer-process log)))
      (set-process-query-on-exit-flag reader nil)
      (set-process-sentinel reader #'ignore))
    (add-function :filter-args (process-filter process) (seekline--nul-guard))
    (add-function :around (process-filter process) #'seekline--hear-in-turn)
    (add-function :around (process-sentinel process)
                  (lambda (sentinel process change)
                    ;; The library announces every end by itself; `seekline--ended' says more, and only once.
                    (let ((inhibit-message t)
                          (message-log-max nil))
                      (funcall sentinel process change))
                    (unless (process-live-p process)
                      (process-put process 'seekline-ended t)
                      ;; Its last output may be what ends it: do not kill a buffer that is being read.
                      (run-with-timer 0 nil #'seekline--kill-output process)
                      (seekline--ended connection))))
    (setq seekline--connection connection
          seekline--process process)
    (seekline-silence-begin connection)
    (seekline--initialize connection)
    connection))

(defun seekline--initialize (connection)
  "Ask the engine of CONNECTION for its protocol and its sources."
  (ignore-errors ; of an engine that has ended already
    (seekline-silence-request
     connection 'initialize
     '(:protocolVersion "1.0" :clientInfo (:name "seekline.el" :version "0.1.0"))
     (lambda (result)
       (let ((version (plist-get result :protocolVersion)))
         (unless (and (stringp version) (string-prefix-p "1." version))
           (seekline-stop)
           (message "seekline: the engine speaks protocol %s, not 1.x" version)))
       (setq seekline--sources (append (plist-get result :sources) nil)))
     #'ignore)))

(defun seekline--hear-in-turn (filter process text)
  "Pass FILTER the TEXT that PROCESS has written, one text at a time.
A function that handles a message may write to the process.  While
its pipe is full, Emacs keeps reading, and the filter of some
versions of `jsonrpc' loses its place when it is called within
itself: nothing more would be heard from the engine.  Text that is
still waiting when the end of the process is reported is dropped."
  (when (eq process seekline--process)
    (seekline-silence-heard))
  (process-put process 'seekline-unheard (append (process-get process 'seekline-unheard) (list text)))
  (unless (process-get process 'seekline-deaf)
    (process-put process 'seekline-deaf t)
    (unwind-protect
        (let (unheard)
          (while (setq unheard (process-get process 'seekline-unheard))
            (process-put process 'seekline-unheard (cdr unheard))
            (unless (process-get process 'seekline-ended)
              (funcall filter process (car unheard)))))
      (process-put process 'seekline-deaf nil))))

(cl-defmethod jsonrpc-connection-send :around ((_connection seekline--engine-connection) &rest _)
  "Handle nothing from the engine while a message is written to it.
`jsonrpc' notes who waits for an answer only once all of the request
is written.  While the pipe is full, Emacs keeps reading, and what
is written then may follow that request: an answer that came too
early would be lost."
  (let ((process seekline--process))
    (if (process-get process 'seekline-deaf)
        (cl-call-next-method)
      (process-put process 'seekline-deaf t)
      (unwind-protect (seekline-silence-write process (lambda () (cl-call-next-method)))
        (process-put process 'seekline-deaf nil)
        (when (process-get process 'seekline-unheard)
          (run-with-timer 0 nil (process-filter process) process ""))))))

(defconst seekline--nul "\uffff"
  "What stands for a NUL in what the engine has sent.
It is not a character, and its escape is as long as that of NUL.")

(defun seekline--nul-guard ()
  "Return a function to replace escaped NULs in the output of a process.
It takes and returns the arguments of a process filter.  A NUL
becomes `seekline--nul', because Emacs before 30 does not read
JSON with a NUL in it."
  (let ((rest ""))
    (lambda (arguments)
      (let* ((text (concat rest (cadr arguments)))
             (end (length text))
             (start (string-match "\\\\\\(?:u0\\{0,3\\}\\)?\\'" text (max 0 (- end 5)))))
        ;; The end may be the start of an escape.  No message ends like that, so more will come.
        (when (and start (seekline--escape-p text start))
          (setq end start))
        (setq rest (substring text end)
              text (substring text 0 end)
              start -1)
        (while (setq start (string-search "\\u0000" text (1+ start)))
          (when (seekline--escape-p text start)
            (dotimes (digit 4)
              (aset text (+ start 2 digit) ?f))))
        (list (car arguments) text)))))

(defun seekline--escape-p (text start)
  "Whether the backslash at START in TEXT begins an escape.
TEXT itself begins outside of one.  After an odd number of
backslashes, it is escaped itself."
  (let ((first start))
    (while (and (> first 0) (eq (aref text (1- first)) ?\\))
      (setq first (1- first)))
    (cl-evenp (- start first))))

(defun seekline--engine ()
  "Return the connection to the engine, which is started if it does not run."
  (if (and seekline--connection (jsonrpc-running-p seekline--connection))
      seekline--connection
    (seekline--start)))

(defun seekline--move (directory)
  "Let the engine search DIRECTORY, or say where it is still needed."
  (cond ((equal directory seekline--directory))
        ((run-hook-with-args-until-success 'seekline-engine-busy-functions)
         ;; A minibuffer that is about to open would hide the message.
         (run-with-timer 0 nil #'message "seekline: still searching in %s"
                         (seekline-clean (abbreviate-file-name seekline--directory))))
        (t (seekline-stop)
           (setq seekline--directory directory))))

(defun seekline--last-words (connection)
  "Return why the engine of CONNECTION has ended, or nil.
That is the last line that it wrote to its log, but not one that
it logs while it runs."
  (if (process-get seekline--process 'seekline-hung)
      "it did not answer"
    (when-let ((log (jsonrpc-stderr-buffer connection)))
      (when (buffer-live-p log)
        (when-let ((process (get-buffer-process log)))
          (accept-process-output process 0.1))
        (with-current-buffer log
          (let ((line (seekline-trim (car (last (split-string (seekline-trim (buffer-string)) "\n"))))))
            (and (not (string-empty-p line))
                 (not (string-match-p "\\`seekline: \\(?:warning\\|info\\|debug\\): " line))
                 (seekline-shorten (seekline-clean line) 300))))))))

(defun seekline--ended (connection)
  "Say that the engine of CONNECTION has ended.
The user is told unless it has been stopped."
  (let* ((stopped (not (eq connection seekline--connection)))
         ;; If its end was wanted, there is no need to wait for its last words.
         (words (and (not stopped) (seekline--last-words connection))))
    (seekline-silence-end connection)
    (unless stopped
      (setq seekline--connection nil)
      (message "seekline: the engine has ended%s; it starts again when it is needed"
               (if words (format " (%s)" words) "")))
    (run-hook-with-args 'seekline-engine-functions connection 'ended words)))

;;;###autoload
(defun seekline-stop ()
  "Stop the engine, until the next search."
  (interactive)
  (when seekline--connection
    (setq seekline--connection nil)
    ;; Not `jsonrpc-shutdown': it waits for an end that it does not cause and, from Emacs 29 on, warns if that is late.
    ;; This calls the sentinel, which does the rest, even in an Emacs that is killed by a signal and would not learn of
    ;; the end.
    (delete-process seekline--process)))

(add-hook 'kill-emacs-hook #'seekline-stop)

(defun seekline-sources ()
  "Return the sources that the engine can search, as its plists.
Those that a program must fill first are not among them."
  (let ((connection (seekline--engine))
        answer problem)
    ;; Not `jsonrpc-request': until that has its answer, some versions of `jsonrpc' hold back all other answers, which
    ;; are then handled after notifications that came later.
    (condition-case oops
        (jsonrpc-async-request connection 'listSources nil
                               :success-fn (lambda (result) (setq answer result))
                               :error-fn (lambda (error) (setq problem (plist-get error :message)))
                               :timeout 5
                               :timeout-fn (lambda () (setq problem "it does not answer")))
      ;; It may have ended at this very moment.
      (error (setq problem (error-message-string oops))))
    (while (not (or answer problem))
      (accept-process-output nil 0.1))
    (unless answer
      (user-error "The engine does not say what its sources are: %s"
                  (if (jsonrpc-running-p connection)
                      problem
                    (or (seekline--last-words connection) "it has ended"))))
    (setq seekline--sources
          (cl-remove-if (lambda (source) (eq (plist-get source :takesItems) t))
                        (append (plist-get answer :sources) nil)))))

(defun seekline-source-credit (name)
  "Return the credit that the source NAME asks for, or nil."
  (plist-get (cl-find name seekline--sources :key (lambda (source) (plist-get source :name)) :test #'equal)
             :attribution))

(provide 'seekline-engine)
;;; seekline-engine.el ends here
