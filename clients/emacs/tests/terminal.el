;;; terminal.el --- The Emacs in the terminal  -*- lexical-binding: t; -*-

;;; Commentary:

;; The keys that the tests press, and the functions that they call.

;;; Code:

(require 'cl-lib)
(require 'server)
(require 'seekline)
(require 'seekline-list)

(setq inhibit-startup-screen t
      ring-bell-function #'ignore
      initial-scratch-message nil
      server-socket-dir (getenv "SEEKLINE_TERMINAL")
      server-name "emacs"
      browse-url-browser-function (lambda (url &rest _) (message "browsing %s" url)))
;; They come first, as installed packages do: Emacs 30 has its own `compat', and Vertico needs the full one.
(let ((default-directory "/usr/share/emacs/site-lisp/elpa/"))
  (when (file-directory-p default-directory)
    (setq load-path (append (let ((load-path (list default-directory)))
                              (normal-top-level-add-subdirs-to-load-path)
                              load-path)
                            load-path))))

(global-set-key [f5] #'seekline)
(global-set-key [f6] #'seekline-list)
(global-set-key [f7] #'seekline-insert-unicode)

(defun terminal-measure ()
  "Measure fifty intervals of a timer of 10 ms, and write the longest, in milliseconds, to the file `silence'."
  (let ((last (float-time))
        (count 0)
        (longest 0)
        timer)
    (setq timer (run-with-timer 0 0.01
                                (lambda ()
                                  (let ((now (float-time)))
                                    (setq longest (max longest (round (* 1000 (- now last))))
                                          last now))
                                  (when (= 50 (cl-incf count))
                                    (cancel-timer timer)
                                    (write-region (format "%d" longest) nil
                                                  (expand-file-name "silence" server-socket-dir) nil 'silent)))))
    nil))

(defun terminal-engines ()
  "Return the engines of this Emacs."
  (cl-remove-if-not (lambda (process)
                      (and (string-match-p "\\`seekline\\(<[0-9]+>\\)?\\'" (process-name process))
                           (process-live-p process)))
                    (process-list)))

(defun terminal-kill-engine ()
  "Kill the engine of this Emacs."
  (signal-process (car (terminal-engines)) 'KILL)
  nil)

(defvar terminal-dawdles nil
  "Whether a function takes its time.")

(defun terminal-dawdle (function)
  "Make the next call of FUNCTION take its time, until there is input."
  (setq terminal-dawdles nil)
  (advice-add function :before
              (lambda (&rest _)
                (advice-remove function 'terminal-dawdle)
                (setq terminal-dawdles t)
                (sleep-for 60))
              '((name . terminal-dawdle)))
  nil)

(defun terminal-reset ()
  "Start over: one empty window, no lists, the defaults."
  (when (bound-and-true-p vertico-mode) (vertico-mode -1))
  (fido-vertical-mode -1)
  (fido-mode -1)
  ;; It stays on after those.
  (icomplete-mode -1)
  (setq seekline-source "unicode"
        seekline-session-patience 1)
  (dolist (buffer (buffer-list))
    (when (string-match-p "\\`\\*\\(seekline\\|Completions\\)" (buffer-name buffer))
      (unless (equal (buffer-name buffer) "*seekline stderr*")
        (kill-buffer buffer))))
  (delete-other-windows)
  (switch-to-buffer "*scratch*")
  (fundamental-mode)
  (erase-buffer)
  (message nil)
  (redraw-display)
  nil)

;; What the tests evaluate may run within `while-no-input', and must not be given up for the keys that they have pressed.
(advice-add #'server-process-filter :around
            (lambda (filter &rest arguments)
              (let ((throw-on-input nil)
                    (quit-flag nil))
                (apply filter arguments))))
(server-start)

(provide 'terminal)
;;; terminal.el ends here
