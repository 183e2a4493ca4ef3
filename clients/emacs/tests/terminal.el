;;; terminal.el --- The Emacs in the terminal  -*- lexical-binding: t; -*-

;;; Commentary:

;; What the tests press, and what they ask it for.

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
(let ((default-directory "/usr/share/emacs/site-lisp/elpa/"))
  (when (file-directory-p default-directory)
    (normal-top-level-add-subdirs-to-load-path)))

(global-set-key [f5] #'seekline)
(global-set-key [f6] #'seekline-list)
(global-set-key [f7] #'seekline-insert-unicode)

(defvar terminal-gaps nil
  "How long the timer was silent at most, in seconds; the timer; when it last fired; and how often.")

(defun terminal-measure ()
  "Measure from now on how regularly a timer of 10 ms fires."
  (setq terminal-gaps (list 0 nil (float-time) 0))
  (setf (nth 1 terminal-gaps)
        (run-with-timer 0 0.01
                        (lambda ()
                          (let ((now (float-time)))
                            (setf (nth 0 terminal-gaps) (max (nth 0 terminal-gaps) (- now (nth 2 terminal-gaps)))
                                  (nth 2 terminal-gaps) now)
                            (cl-incf (nth 3 terminal-gaps))))))
  nil)

(defun terminal-measured ()
  "Return for how many milliseconds the timer was silent at most, and stop it."
  (cancel-timer (nth 1 terminal-gaps))
  (round (* 1000 (max (nth 0 terminal-gaps) (- (float-time) (nth 2 terminal-gaps))))))

(defun terminal-reset ()
  "Begin anew: one empty window, no lists, the defaults."
  (when (bound-and-true-p vertico-mode) (vertico-mode -1))
  (fido-vertical-mode -1)
  (fido-mode -1)
  (setq seekline-source "unicode")
  (dolist (buffer (buffer-list))
    (when (string-match-p "\\`\\*\\(seekline\\|Completions\\)" (buffer-name buffer))
      (unless (equal (buffer-name buffer) "*seekline stderr*")
        (kill-buffer buffer))))
  (delete-other-windows)
  (switch-to-buffer "*scratch*")
  (fundamental-mode)
  (erase-buffer)
  (message nil)
  nil)

(server-start)

(provide 'terminal)
;;; terminal.el ends here
