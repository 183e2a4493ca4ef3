;;; seekline-list.el --- A search in a buffer  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The buffer is the list of one session: a row per item, and after the rows a footer that says what is going on at the
;; end.  Rows only ever change from some item to the end, so what precedes it stays in place.  A list that is read again
;; is drawn when it is as long as it was, or complete.
;;
;; When the end of the list comes into sight, the next page is requested, once for each end: `asked-for' holds how long
;; the list was when that was done.  After an error, only a movement by the user requests it again, not the drawing of
;; the error.

;;; Code:

(require 'cl-lib)
(require 'seekline-session)
(require 'seekline-text)
(require 'seekline-action)
(require 'seekline-perform)
(require 'seekline-rows)
(require 'seekline-header)
(require 'seekline-detail)
(require 'seekline-next-error)
(require 'seekline-source)

(autoload 'seekline-list-visit-other-window "seekline-elsewhere" nil t)
(autoload 'seekline-list-visit-other-frame "seekline-elsewhere" nil t)

(defvar-local seekline-list--session nil
  "The session whose list this buffer shows.")

(defvar-local seekline-list--undrawn nil
  "The number of the first item that is not drawn, or nil.")

(defvar-local seekline-list--drawn nil
  "The query whose list is drawn.")

(defvar-local seekline-list--asked-for nil
  "Generation and length of the list whose next page has been asked for.")

(defvar-local seekline-list--origin nil
  "The buffer from which the list was called, into which text is inserted.")

(defvar-local seekline-list--looking nil
  "The timer that will check whether the end of the list is in sight.")

(defvar seekline-list-history nil
  "The queries that have been searched for in lists.")

(defvar seekline-list-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map special-mode-map)
    (define-key map "s" #'seekline-list-search)
    (define-key map "S" #'seekline-list-change-source)
    (define-key map "n" #'seekline-list-next)
    (define-key map "p" #'seekline-list-previous)
    (define-key map (kbd "RET") #'seekline-list-open)
    (define-key map (kbd "TAB") #'seekline-list-show)
    (define-key map "o" #'seekline-list-visit-other-window)
    (define-key map "F" #'seekline-list-visit-other-frame)
    (define-key map (kbd "C-o") #'seekline-list-display)
    (define-key map (kbd "C-c C-f") #'next-error-follow-minor-mode)
    (define-key map "i" #'seekline-list-insert)
    (define-key map "w" #'seekline-list-copy)
    (define-key map "b" #'seekline-list-browse)
    (define-key map "a" #'seekline-list-perform)
    (define-key map "r" #'seekline-list-retry)
    (define-key map "k" #'seekline-list-cancel)
    (define-key map "q" #'seekline-list-quit)
    (define-key map [remap read-only-mode] #'seekline-list-refuse-edits)
    (define-key map [mouse-2] #'seekline-list-open-at-mouse)
    (define-key map [follow-link] 'mouse-face)
    map)
  "Keymap of `seekline-list-mode'.")

(define-derived-mode seekline-list-mode special-mode "Seekline"
  "The list of a search.
It gets longer as its end comes into sight.
\\{seekline-list-mode-map}"
  (setq-local truncate-lines nil
              word-wrap t
              bidi-paragraph-direction 'left-to-right
              revert-buffer-function (lambda (&rest _) (seekline-list-refresh))
              header-line-format '(:eval (seekline-header seekline-list--session)))
  (buffer-disable-undo)
  (seekline-rows-set-up)
  (seekline-next-error-set-up)
  (add-hook 'kill-buffer-hook #'seekline-list--close nil t)
  (add-hook 'change-major-mode-hook #'seekline-list--close nil t)
  (add-hook 'post-command-hook #'seekline-list--moved nil t)
  (add-hook 'window-scroll-functions #'seekline-list--scrolled nil t)
  (add-hook 'window-size-change-functions #'seekline-list--scrolled nil t))

;; Killing a clone would close the search of the list.
(put 'seekline-list-mode 'no-clone t)
(put 'seekline-list-mode 'no-clone-indirect t)

;;;###autoload
(defun seekline-list (source query)
  "Search SOURCE for QUERY in a buffer, with more pages as you scroll.
SOURCE is `seekline-source'; with a prefix argument it is asked
for."
  (interactive
   (let ((source (if current-prefix-arg (seekline-read-source) seekline-source)))
     (list source (seekline-list--read-query source))))
  (let ((origin (current-buffer))
        (buffer (generate-new-buffer (format "*seekline: %s*" source)))
        (done nil))
    (unwind-protect
        (with-current-buffer buffer
          (seekline-list-mode)
          (setq seekline-list--origin origin)
          (seekline-list--open source)
          (seekline-list--submit query)
          (setq done t))
      (unless done (kill-buffer buffer)))
    (pop-to-buffer-same-window buffer)))

(defun seekline-list--read-query (source &optional initial)
  "Read a query for SOURCE, beginning with INITIAL."
  (read-string (format "Search %s for: " source) initial 'seekline-list-history))

(defun seekline-list--its-session (&optional buffer)
  "Return the session of the list in BUFFER, or else in this one.
If there is none, or it is gone, signal a `user-error'."
  (let ((buffer (or buffer (current-buffer))))
    (cond ((not (buffer-live-p buffer)) (user-error "The list has gone"))
          ((buffer-local-value 'seekline-list--session buffer))
          (t (user-error "This buffer is not a seekline list")))))

(defun seekline-list--read-for (read)
  "Return the value of READ, a function of the session of this list.
If something else kills the list meanwhile, signal a `user-error':
the command would be about another buffer."
  (let ((buffer (current-buffer)))
    (prog1 (funcall read (seekline-list--its-session))
      (seekline-list--its-session buffer))))

(defun seekline-list--open (source)
  "Give this buffer a session with SOURCE."
  (let* ((buffer (current-buffer))
         (listener (lambda (session what &optional from)
                     (when (buffer-live-p buffer)
                       (with-current-buffer buffer
                         ;; Its engine may die before the session belongs to this buffer.
                         (when (eq session seekline-list--session)
                           (seekline-list--changed what from))))))
         (session (with-current-buffer (if (buffer-live-p seekline-list--origin) seekline-list--origin buffer)
                    (seekline-session-open source nil listener))))
    (setq seekline-list--session session
          default-directory (seekline-session-directory session))
    (seekline-list--draw 0)))

(defun seekline-list--submit (query)
  "Search for QUERY in this buffer."
  (setq seekline-list--asked-for nil)
  (seekline-next-error-begin)
  (seekline-session-submit seekline-list--session query))

(defun seekline-list--close ()
  "Close the session of this buffer."
  (when seekline-list--session
    (seekline-session-close seekline-list--session)))

(defun seekline-list--draw (from)
  "Draw the rows FROM one on."
  (let* ((query (seekline-session-query seekline-list--session))
         (same (equal seekline-list--drawn query)))
    (setq seekline-list--undrawn nil
          seekline-list--drawn query)
    (seekline-rows-draw from (seekline-session-items seekline-list--session)
                        (seekline-footer seekline-list--session) same))
  (seekline-next-error-arrived))

(defun seekline-list--being-read-p ()
  "Whether the list that is drawn is being read again, and still shorter.
The drawn one stays meanwhile: the item at point may be in a later
piece of the new one, or on a page that has been requested."
  (let ((session seekline-list--session))
    (and (not (seekline-session-settled-p session))
         (equal seekline-list--drawn (seekline-session-query session))
         (< (length (seekline-session-items session)) seekline-rows-count))))

(defun seekline-list--changed (what from)
  "Show that WHAT has changed, FROM an item on."
  (when (eq what 'items)
    (setq seekline-list--undrawn (min from (or seekline-list--undrawn from))))
  (if (or (null seekline-list--undrawn) (seekline-list--being-read-p))
      (seekline-rows-draw-footer (seekline-footer seekline-list--session))
    (seekline-list--draw seekline-list--undrawn))
  ;; The end of the load may be reported later than the rows.
  (unless (or (seekline-session-error seekline-list--session)
              (seekline-header--from-before-p seekline-list--session))
    (seekline-list--look-soon))
  (when (eq what 'error)
    (setq seekline-list--asked-for nil)
    (seekline-list--tell-error))
  (seekline-header-update seekline-list--session))

(defun seekline-list--tell-error ()
  "Show the error in the echo area: the footer may be out of sight."
  (let ((error (seekline-session-error seekline-list--session)))
    (when (and (eq (current-buffer) (window-buffer (selected-window)))
               ;; That the engine has ended has already been reported.
               (not (equal (plist-get error :kind) "internal")))
      (message "seekline: %s" (seekline-shorten (seekline-clean (plist-get error :message)) 300)))))

;;;; Paging

(defun seekline-list--look-soon ()
  "Check whether the end is in sight, once windows are up to date."
  (unless (and seekline-list--looking (memq seekline-list--looking timer-list))
    (setq seekline-list--looking (run-with-timer 0 nil #'seekline-list--look (current-buffer)))))

(defun seekline-list--moved ()
  "Check for the end of the list after a command."
  (seekline-list--look-soon))

(defun seekline-list--scrolled (window &optional _start)
  "Check for the end of the list after WINDOW has scrolled or been resized."
  (with-current-buffer (window-buffer window)
    (when (derived-mode-p 'seekline-list-mode)
      (seekline-list--look-soon))))

(defun seekline-list--look (buffer)
  "Ask for the next page of BUFFER if the end of its list is in sight."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq seekline-list--looking nil)
      (let* ((session seekline-list--session)
             (end (and session (cons (seekline-session-generation session) seekline-rows-count))))
        (when (and session
                   (seekline-session-more session)
                   (seekline-session-settled-p session)
                   (not (equal end seekline-list--asked-for))
                   (cl-some (lambda (window) (>= (window-end window t) seekline-rows-footer))
                            (get-buffer-window-list nil nil t)))
          (seekline-list--ask-for-more))))))

(defun seekline-list--ask-for-more ()
  "Ask for the next page of this list."
  (let ((session seekline-list--session))
    (setq seekline-list--asked-for (cons (seekline-session-generation session) seekline-rows-count))
    (seekline-session-reached-bottom session)))

;;;; Commands

(defun seekline-list-search (query)
  "Search for QUERY in this list."
  (interactive (list (seekline-list--read-for
                      (lambda (session)
                        (seekline-list--read-query (seekline-session-source session) (seekline-session-text session))))))
  (goto-char (point-min))
  (seekline-list--submit query))

(defun seekline-list-change-source (source)
  "Search SOURCE in this list, for the same text."
  (interactive (list (seekline-list--read-for (lambda (_session) (seekline-read-source)))))
  (let ((old (seekline-list--its-session)))
    (unwind-protect (seekline-list--open source)
      (unless (eq old seekline-list--session)
        (seekline-session-close old)))
    (rename-buffer (format "*seekline: %s*" source) t)
    (seekline-list--submit (or (seekline-session-text old) ""))))

(defun seekline-list-refresh ()
  "Load the list anew; it stays until the new one is there."
  (interactive)
  (let ((session (seekline-list--its-session)))
    (setq seekline-list--asked-for nil)
    (seekline-session-refresh session)))

(defun seekline-list-retry ()
  "Try again what failed."
  (interactive)
  (seekline-session-retry (seekline-list--its-session)))

(defun seekline-list-cancel ()
  "Stop what is loading."
  (interactive)
  (seekline-session-cancel (seekline-list--its-session)))

(defun seekline-list-quit (&optional kill)
  "Leave the list, and take away the window of its detail.
With KILL, a prefix argument, kill the list."
  (interactive "P")
  (seekline-detail-forget seekline-list--session)
  (let ((list (selected-window)))
    (dolist (window (seekline-detail-windows seekline-list--session))
      (unless (eq window list)
        (quit-window nil window)))
    (quit-window kill list)))

(defun seekline-list-refuse-edits ()
  "Say that nothing can be edited here: where the rows are has to be known."
  (interactive)
  (user-error "The rows of a list cannot be edited"))

(defun seekline-list-next (count)
  "Go COUNT items down."
  (interactive "p")
  (let ((index (or (seekline-rows-index (point)) seekline-rows-count)))
    (cond ((= seekline-rows-count 0) (user-error "There are no items"))
          ((and (> count 0) (>= index (1- seekline-rows-count)))
           (goto-char (point-max))
           (unless (seekline-session-more seekline-list--session) (message "That is the last one")))
          (t (goto-char (seekline-rows-start (max 0 (min (1- seekline-rows-count) (+ index count)))))))))

(defun seekline-list-previous (count)
  "Go COUNT items up."
  (interactive "p")
  (seekline-list-next (- count)))

(defun seekline-list--item ()
  "Return the item at point, or signal a `user-error'.
While another text is searched for, keys that were typed ahead are
not about the list that is still there."
  (let ((session (seekline-list--its-session)))
    (when (and (seekline-header--of-another-text-p session)
               (not (seekline-session-settled-p session)))
      (user-error "This is still the list of %s" (seekline-header-query session))))
  (or (get-text-property (point) 'seekline-item) (user-error "There is no item here")))

(defun seekline-list-open ()
  "Go to where the item at point stands, or open it at full length."
  (interactive)
  (let ((item (seekline-list--item)))
    (if (plist-get item :location)
        (seekline-next-error-visit)
      (seekline-detail-open seekline-list--session item t))))

(defun seekline-list-show ()
  "Show the item at point at full length, in another window."
  (interactive)
  (seekline-detail-open seekline-list--session (seekline-list--item) nil))

(defun seekline-list-open-at-mouse (event)
  "Open the item where EVENT, a click, has happened."
  (interactive "e")
  (select-window (posn-window (event-end event)))
  (goto-char (posn-point (event-end event)))
  (seekline-list-open))

(defun seekline-list-insert ()
  "Insert the text of the item at point where the list was called from."
  (interactive)
  (let ((item (seekline-list--item))
        (origin seekline-list--origin))
    (unless (buffer-live-p origin)
      (user-error "The buffer from which the list was called is gone"))
    (if-let ((window (get-buffer-window origin t)))
        (with-selected-window window (seekline-insert item))
      (with-current-buffer origin (seekline-insert item)))
    (message "Inserted into %s" (buffer-name origin))))

(defun seekline-list-copy ()
  "Copy the text of the item at point."
  (interactive)
  (seekline-copy (seekline-list--item)))

(defun seekline-list-browse ()
  "Browse the item at point."
  (interactive)
  (seekline-browse (seekline-list--item)))

(defun seekline-list-perform ()
  "Choose what the source of the item at point shall do with it."
  (interactive)
  (seekline-perform seekline-list--session (seekline-list--item)))

(provide 'seekline-list)
;;; seekline-list.el ends here
