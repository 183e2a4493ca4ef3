;;; seekline-live.el --- Candidates while the user types, in plain Emacs  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Vertico, Icomplete and others show candidates while the user types.  `completing-read' as it comes with Emacs shows
;; them when TAB is pressed.  Here its completions buffer follows the text: the engine is told each change, nothing
;; blocks, and once a session has settled, what it found is shown.
;;
;; Vertico and Icomplete remember the text that they have candidates for.  If a command has left them without any,
;; because input followed, they are told when these arrive, and so they are when the list changes by itself.

;;; Code:

(require 'cl-lib)
(require 'minibuffer)
(require 'seekline-session)

(defcustom seekline-live t
  "Whether to show what is found while you type in plain `completing-read'.
Vertico, Icomplete and the like do so in any case."
  :type 'boolean
  :group 'seekline)

(defconst seekline-live--others
  '(vertico-mode icomplete-mode fido-mode ivy-mode helm-mode mct-mode selectrum-mode)
  "Modes that show candidates themselves.")

(defvar-local seekline-live--session nil
  "The session that this minibuffer follows, or nil.")

(defvar-local seekline-live--shown nil
  "The text and the items that were shown last.")

(defvar seekline-live--map
  (let ((map (make-sparse-keymap)))
    (define-key map [remap minibuffer-complete-and-exit] #'seekline-live-complete-and-exit)
    (define-key map [remap switch-to-completions] #'seekline-live-switch-to-completions)
    map)
  "Keymap of a minibuffer that follows its text.")

(defun seekline-live-complete-and-exit ()
  "Take what stands in the minibuffer, or say why that is no choice."
  (interactive)
  (call-interactively #'minibuffer-complete-and-exit)
  ;; It returns if it did not exit, and if there are several matches it says nothing, unless it asks for confirmation.
  (let ((count (length (seekline-session-items seekline-live--session))))
    (when (and (> count 1) (not minibuffer-completion-confirm) (seekline-session-settled-p seekline-live--session))
      (minibuffer-message "%d matches: type more of one, or choose with M-v" count))))

(defun seekline-live-switch-to-completions ()
  "Go to the completions, once they are those of the text."
  (interactive)
  (when (seekline-session-wait seekline-live--session)
    (seekline-live--list seekline-live--session))
  (switch-to-completions))

(defun seekline-live--replace-all (_choice _buffer position &rest _)
  "Let a choice from an older list replace all of the text.
POSITION, where it starts and ends, is that of the text of the
list; it is for `choose-completion-string-functions'."
  (when (cadr position)
    (setcar (cdr position) (point-max)))
  nil)

(defun seekline-live--wanted-p ()
  "Whether candidates are wanted, and not shown by other modes."
  (and seekline-live
       completion-auto-help
       (eq completing-read-function #'completing-read-default)
       (cl-notany (lambda (mode) (and (boundp mode) (symbol-value mode))) seekline-live--others)))

(defun seekline-live-set-up (session search)
  "Let this minibuffer follow its text with SESSION.
SEARCH is called with each new text, and asks the engine for it."
  (setq seekline-live--session session)
  ;; What arrives while the user is elsewhere is shown when the user is back.
  (add-hook 'post-command-hook (lambda () (seekline-live-update session)) nil t)
  (when (seekline-live--wanted-p)
    (use-local-map (make-composed-keymap seekline-live--map (current-local-map)))
    (add-hook 'choose-completion-string-functions #'seekline-live--replace-all nil t)
    (add-hook 'post-command-hook
              (lambda ()
                (let ((text (minibuffer-contents-no-properties)))
                  (unless (and (equal text (seekline-session-text session)) (seekline-session-live-p session))
                    (funcall search text))))
              nil t)))

(defun seekline-live-update (session)
  "Show what SESSION has found, once it has settled."
  (when (seekline-session-settled-p session)
    ;; Not in the middle of handling what the engine says.
    (run-with-timer 0 nil #'seekline-live--show session)))

(defun seekline-live--show (session)
  "Show what SESSION has found if the user is in its minibuffer.
Completions of an older text do not stay in sight in any case."
  (when-let ((window (active-minibuffer-window)))
    ;; Nobody looks at it while a keyboard macro runs, and the bell would end the macro.
    (when (and (or (eq window (selected-window)) (seekline-live--outdated-p window session))
               (not executing-kbd-macro))
      (with-selected-window window
        (when (and (eq session seekline-live--session)
                   (seekline-session-settled-p session)
                   (equal (minibuffer-contents-no-properties) (seekline-session-text session)))
          (cond ((seekline-live--wanted-p) (seekline-live--list session))
                ((or (seekline-session-missed session)
                     (not (eq (seekline-session-items session) (seekline-session-seen session))))
                 (seekline-live--tell-others session))))))))

(defun seekline-live--outdated-p (window session)
  "Whether completions that WINDOW, a minibuffer, has shown are in sight.
They are not those of the text of SESSION."
  (let ((shown (buffer-local-value 'seekline-live--shown (window-buffer window))))
    (and shown
         (not (equal (car shown) (seekline-session-text session)))
         (get-buffer-window "*Completions*" 0))))

(defun seekline-live--list (session)
  "List what SESSION has found, unless that is already shown."
  (let ((now (cons (seekline-session-text session) (seekline-session-items session))))
    (unless (and (equal (car now) (car seekline-live--shown)) (eq (cdr now) (cdr seekline-live--shown)))
      (if (and (cdr now) (not (seekline-session-error session)))
          (let ((completion-fail-discreetly t))
            (minibuffer-completion-help))
        (minibuffer-hide-completions))
      ;; If it could not be shown, it is at the next opportunity.
      (setq seekline-live--shown now))))

(defvar icomplete-compute-delay)
(defvar vertico--input)
(declare-function icomplete-exhibit "icomplete")
(declare-function vertico--exhibit "ext:vertico")

(defun seekline-live--tell-others (session)
  "Let Vertico or Icomplete ask again what SESSION has found, as Consult does."
  (setf (seekline-session-missed session) nil
        (seekline-session-seen session) (seekline-session-items session))
  (cond ((and (bound-and-true-p vertico--input) (fboundp 'vertico--exhibit))
         (setq vertico--input t)
         (vertico--exhibit))
        ((bound-and-true-p icomplete-mode)
         (let ((icomplete-compute-delay 0))
           (completion--flush-all-sorted-completions)
           (icomplete-exhibit)))))

(provide 'seekline-live)
;;; seekline-live.el ends here
