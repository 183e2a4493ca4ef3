;;; support.el --- What the tests have in common  -*- lexical-binding: t; -*-

;;; Commentary:

;; The tests run in a batch Emacs with the services of Tests/services and the engine in $SEEKLINE.  What needs a screen
;; is done in a second Emacs in a tmux terminal: keys go in, the screen and Lisp values come out.

;;; Code:

(require 'cl-lib)
(require 'ert)
(require 'url)
(require 'seekline)
(require 'seekline-list)

(defconst support-folder (file-name-directory load-file-name))

(defmacro support-wait (what &rest body)
  "Wait until BODY is not nil and return its value; fail with WHAT after 60 s."
  (declare (indent 1))
  `(let ((end (+ (float-time) 60)) value)
     (while (not (setq value (progn ,@body)))
       (when (> (float-time) end)
         (ert-fail (list "waited in vain" ,what (and support-terminal (support-screen)))))
       (accept-process-output nil 0.01))
     value))

(defmacro support-cost (&rest body)
  "Return how many seconds of this Emacs's processor time BODY takes."
  (declare (indent 0))
  `(let ((start (get-internal-run-time)))
     ,@body
     (float-time (time-subtract (get-internal-run-time) start))))

(defun support-alive-p (pid)
  "Whether the process PID exists and is not a zombie."
  (let ((attributes (process-attributes pid)))
    (and attributes (not (equal (alist-get 'state attributes) "Z")))))

(defun support-engine ()
  "Return the pid of the engine of this Emacs, or nil."
  ;; Not by its name: as long as an engine that has ended is in the list, the next one is called seekline<1>.
  (and (process-live-p seekline--process) (process-id seekline--process)))

;;;; Services

(defun support-control (&rest pairs)
  "Tell the services PAIRS, such as \"service\" \"qiita\" \"slow\" \"1\"; return what they have been asked so far."
  (let* ((url-show-status nil)
         (query (mapconcat (lambda (pair) (format "%s=%s" (car pair) (url-hexify-string (cadr pair))))
                           (seq-partition pairs 2) "&")))
    (with-current-buffer (url-retrieve-synchronously
                          (format "%s/control?%s" (getenv "SEEKLINE_SERVICES") query) t t 60)
      (goto-char (point-min))
      (search-forward "\n\n")
      (prog1 (json-parse-buffer :array-type 'list)
        (kill-buffer)))))

(defun support-requests (service)
  "Return what SERVICE has been asked so far, as paths, the newest last."
  (cl-loop for (name path) in (support-control) when (equal name service) collect (url-unhex-string path)))

(defun support-wiki (&rest titles)
  "Make the next search of Wikipedia find TITLES."
  (support-control
   "service" "wikipedia" "body"
   (json-serialize
    `(:query (:search ,(vconcat (cl-loop for title in titles for id from 900
                                         collect `(:ns 0 :title ,title :pageid ,id :snippet ,title))))))))

;;;; Programs that run the engine

(defun support-program (text)
  "Return the path of a program with TEXT, in which %s is the engine."
  (let* ((folder (make-temp-file "seekline-program" t))
         (path (expand-file-name "engine" folder)))
    (add-hook 'kill-emacs-hook (lambda () (delete-directory folder t)))
    (write-region (format text (getenv "SEEKLINE")) nil path nil 'silent)
    (set-file-modes path #o755)
    path))

(defun support-narrow-program ()
  "Return the path of a program whose input pipe holds 4 KiB, not the 64 KiB of most machines."
  ;; 1031 is Linux's F_SETPIPE_SZ.
  (support-program "#!/usr/bin/env python3
import fcntl, os, sys
fcntl.fcntl(0, 1031, 4096)
os.execv('%s', sys.argv)
"))

(defun support-held-program ()
  "Return the path of a program that runs the engine as its child.
See `support-hold'.  While held, it still reads whatever Emacs writes."
  (support-program "#!/usr/bin/env python3
import os, subprocess, sys, threading, time
engine = subprocess.Popen(['%s', *sys.argv[1:]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
taken = []
ended = False

def pass_on():
    while not ended or taken:
        if not taken or os.path.exists(sys.argv[0] + '.held'):
            time.sleep(0.005)
            continue
        engine.stdin.write(taken.pop(0))
        engine.stdin.flush()
    engine.stdin.close()

def say():
    while chunk := engine.stdout.read1():
        while os.path.exists(sys.argv[0] + '.held'):
            time.sleep(0.005)
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()

for work in pass_on, say:
    threading.Thread(target=work, daemon=True).start()
while chunk := os.read(0, 65536):
    taken.append(chunk)
ended = True
sys.exit(engine.wait())
"))

(defun support-hold (path)
  "Keep the engine that the program at PATH runs from receiving and sending anything.
Suspending and resuming the processes does not undo that."
  (write-region "" nil (concat path ".held") nil 'silent))

(defun support-let-go (path)
  "Undo what `support-hold' does with PATH."
  (delete-file (concat path ".held")))

;;;; Keys in this Emacs

(defun support-type (command &rest keys)
  "Call COMMAND with KEYS typed after it in a new buffer, and return the buffer's text."
  (with-temp-buffer
    (switch-to-buffer (current-buffer))
    (let ((minibuffer-message-timeout 0)
          (overriding-terminal-local-map (make-sparse-keymap)))
      (define-key overriding-terminal-local-map [f5] command)
      (execute-kbd-macro (vconcat [f5] (mapconcat #'identity keys ""))))
    (buffer-string)))

(defmacro support-with-session (variables &rest body)
  "With VARIABLES, (SESSION SOURCE OPTIONS LISTENER), bound to a session, run BODY."
  (declare (indent 1))
  `(let ((,(car variables) (seekline-session-open ,@(cdr variables))))
     (unwind-protect (progn ,@body)
       (seekline-session-close ,(car variables)))))

(defun support-titles (session)
  "Return the titles of the items of SESSION."
  (mapcar (lambda (item) (plist-get item :title)) (seekline-session-items session)))

(defun support-settle (session)
  "Wait until SESSION has settled."
  (support-wait "settled" (seekline-session-settled-p session)))

;;;; An Emacs in a terminal

(defvar support-terminal nil
  "The folder with the sockets of the terminal, or nil.")

(defun support-tmux (&rest arguments)
  "Run tmux with ARGUMENTS and return what it prints."
  (with-temp-buffer
    (unless (eql 0 (apply #'call-process "tmux" nil t nil "-u" "-f" "/dev/null" "-S"
                          (expand-file-name "tmux" support-terminal) arguments))
      (ert-fail (list "tmux" arguments (buffer-string))))
    (buffer-string)))

(defun support-start-terminal ()
  "Start an Emacs in a terminal of 80 by 24, unless there is one."
  (unless support-terminal
    (setq support-terminal (make-temp-file "seekline-terminal" t))
    (support-tmux "new-session" "-d" "-x" "80" "-y" "24"
                  (mapconcat #'shell-quote-argument
                             (list "env" (concat "SEEKLINE_TERMINAL=" support-terminal) "LC_ALL=C.UTF-8"
                                   "emacs" "-nw" "-Q"
                                   "-L" (file-name-directory (locate-library "seekline"))
                                   "-l" (expand-file-name "terminal.el" support-folder))
                             " "))
    ;; Its socket exists before anything listens on it.
    (support-wait "an Emacs in the terminal" (ignore-error ert-test-failed (support-eval t)))
    (support-see "scratch")))

(defun support-stop-terminal ()
  "End the Emacs in the terminal."
  (when support-terminal
    (ignore-errors (support-tmux "kill-server"))
    (delete-directory support-terminal t)
    (setq support-terminal nil)))

(add-hook 'kill-emacs-hook #'support-stop-terminal)

(defun support-eval (form)
  "Return the value of FORM in the Emacs in the terminal."
  (with-temp-buffer
    ;; Keys may interrupt that Emacs while it accepts a connection, which it then closes without having read anything.
    (unless (eql 0 (support-wait "a connection"
                     (let ((status (call-process "emacsclient" nil t nil
                                                 "-s" (expand-file-name "emacs" support-terminal)
                                                 "--eval" (prin1-to-string form))))
                       (and (or (eql 0 status) (> (buffer-size) 0)) status))))
      (ert-fail (list "emacsclient" form (buffer-string))))
    (goto-char (point-min))
    (when (looking-at "\\*ERROR\\*")
      (ert-fail (list "emacsclient" form (buffer-string))))
    (read (current-buffer))))

(defun support-keys (&rest keys)
  "Press KEYS in the terminal, by their names."
  (apply #'support-tmux "send-keys" keys))

(defun support-write (text)
  "Type TEXT in the terminal, key by key, as fast as possible."
  (seq-doseq (char text)
    (support-tmux "send-keys" "-l" (string char))))

(defun support-paste (text)
  "Type TEXT in the terminal in one go, so that no search is started for a part of it."
  (support-keys "-l" text))

(defun support-screen ()
  "Return the screen."
  (with-temp-buffer
    (insert (support-tmux "capture-pane" "-p"))
    ;; tmux 3.6 has a tab where a program has moved the cursor on by one.
    (setq tab-width 8)
    (untabify (point-min) (point-max))
    (buffer-string)))

(defun support-see (&rest patterns)
  "Wait until the screen matches each of PATTERNS, and return the screen."
  (let (screen)
    (condition-case nil
        (support-wait patterns
          (setq screen (support-screen))
          (cl-every (lambda (pattern) (let ((case-fold-search nil)) (string-match-p pattern screen))) patterns))
      (ert-test-failed (ert-fail (list "not on the screen" patterns screen))))
    screen))

(defun support-fluent-p ()
  "Whether a timer of 10 ms is never silent for 50 ms in the terminal.
Other programs may use the processor, so this tries for a
minute: whatever must not block Emacs has to take longer."
  (let ((file (expand-file-name "silence" support-terminal))
        (end (+ (float-time) 60)))
    (cl-loop while (< (float-time) end)
             thereis (progn
                       (ignore-errors (delete-file file))
                       (support-eval '(terminal-measure))
                       (with-temp-buffer
                         (support-wait "fifty turns of the timer"
                           (and (file-exists-p file)
                                (> (cadr (insert-file-contents file nil nil nil t)) 0)))
                         (and (< (float-time) end)
                              (< (string-to-number (buffer-string)) 50)))))))

(defmacro support-in-terminal (&rest body)
  "Run BODY with an Emacs in the terminal, in its initial state."
  (declare (indent 0))
  `(progn
     (support-start-terminal)
     ;; Not by C-g: the terminal discards what is in flight at that moment, in both directions.
     (support-eval '(progn (run-with-timer 0 nil #'top-level) nil))
     (support-wait "an end of what was before" (support-eval '(= 0 (recursion-depth))))
     (support-eval '(terminal-reset))
     (support-see "\\*scratch\\*")
     ,@body))

(provide 'support)
;;; support.el ends here
