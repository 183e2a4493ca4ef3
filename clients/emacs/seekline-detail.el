;;; seekline-detail.el --- An item at full length  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer like those of help: the title, the text, the URL as a button, and whatever else the source provides; or, for
;; an item in a file, the text around it.

;;; Code:

(require 'button)
(require 'cl-lib)
(require 'seekline-session)
(require 'seekline-text)
(require 'seekline-action)
(require 'seekline-location)
(require 'seekline-perform)

(defconst seekline-detail-most-fontified 100000
  "How many characters a text may have at most to get the colours of a mode.")

(defconst seekline-detail-buffer "*seekline detail*"
  "The name of the buffer that shows details.")

(defvar-local seekline-detail--item nil
  "The detail that this buffer shows.")

(defvar-local seekline-detail--listed nil
  "The session and the item of its list whose detail this is, as a pair.")

(defvar seekline-detail--wanted nil
  "The session and the item of its list that were opened last, as a pair.
Earlier requests are not shown; nil if nothing is to be shown.")

(defvar seekline-detail-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (define-key map "w" #'seekline-detail-copy)
    (define-key map "b" #'seekline-detail-browse)
    (define-key map "a" #'seekline-detail-perform)
    map)
  "Keymap of `seekline-detail-mode'.")

(define-derived-mode seekline-detail-mode special-mode "Seekline-Detail"
  "An item at full length.
\\{seekline-detail-mode-map}"
  (setq-local word-wrap t
              truncate-lines nil
              revert-buffer-function #'ignore)
  (buffer-disable-undo))

(defun seekline-detail-open (session item select)
  "Open ITEM of SESSION, and select its window if SELECT is not nil.
The window appears when the detail is there, and is not selected
if the person is elsewhere by then.  Of an item that stands in a
file, that is what stands around it."
  (let ((listed (cons session item))
        (from (and select (seekline-detail--here))))
    (setq seekline-detail--wanted listed)
    (if (plist-get item :location)
        (seekline-detail--show item (lambda () (seekline-detail--insert-file item)) from listed)
      (seekline-detail--ask listed from))))

(defun seekline-detail-forget (session)
  "Do not show what SESSION is still opening."
  (when (eq session (car seekline-detail--wanted))
    (setq seekline-detail--wanted nil)))

(defun seekline-detail-windows (session)
  "Return the windows that show a detail, if the list of SESSION has opened it.
A list may have had other sessions before, which are closed."
  (when-let ((buffer (get-buffer seekline-detail-buffer)))
    (let ((its (car (buffer-local-value 'seekline-detail--listed buffer))))
      (when (or (null its) (eq its session) (not (seekline-session-connection its)))
        (get-buffer-window-list buffer nil 0)))))

(defun seekline-detail--here ()
  "Return where the user is: the selected window and its buffer, as a pair."
  (cons (selected-window) (window-buffer)))

(defun seekline-detail--ask (listed from)
  "Ask for the detail of LISTED, a session and an item of its list.
FROM is as for `seekline-detail--show'."
  (pcase-let* ((`(,session . ,item) listed)
               (insert (plist-get item :insert)))
    (seekline-session-detail
     session (plist-get item :id)
     (lambda (detail)
       (when (eq listed seekline-detail--wanted)
         (let ((detail (append detail (and insert (list :insert insert))))
               (credit (seekline-source-credit (seekline-session-source session))))
           (seekline-detail--show detail (lambda () (seekline-detail--insert detail credit)) from listed))))
     (lambda (text)
       (message "seekline: %s" (seekline-shorten (seekline-clean text) 300))))))

(defun seekline-detail--show (detail insert from &optional listed)
  "Show DETAIL by calling INSERT.
Select its window if the user is still at FROM, which is what
`seekline-detail--here' returned, or nil not to select it.  The
value of INSERT is the position that must be visible, or nil.
LISTED is the session and the item of its list, as a pair."
  (let ((buffer (get-buffer-create seekline-detail-buffer))
        place)
    (with-current-buffer buffer
      (seekline-detail-mode)
      (setq seekline-detail--item detail
            seekline-detail--listed listed)
      (when (car listed)
        (setq default-directory (or (seekline-session-directory (car listed)) default-directory)))
      (let ((inhibit-read-only t))
        (erase-buffer)
        (setq place (funcall insert))
        (goto-char (or place (point-min)))))
    (if (equal from (seekline-detail--here))
        (pop-to-buffer buffer)
      (display-buffer buffer))
    (when-let ((window (get-buffer-window buffer)))
      (set-window-point window (or place (point-min)))
      (when place
        (with-selected-window window (recenter))))))

(defun seekline-detail--insert-file (item)
  "Insert the text around ITEM, or why there is nothing to show.
Return the position of its line."
  (condition-case problem
      (pcase-let ((`(,text . ,at) (seekline-location-excerpt (plist-get item :location))))
        (insert text)
        (+ (point-min) at))
    (user-error
     (insert (propertize (seekline-title item) 'face 'seekline-title) "\n\n"
             (propertize (cadr problem) 'face 'error) "\n")
     nil)))

(defun seekline-detail--mode (detail)
  "Return the mode for the text of DETAIL, or nil.
A language is named by its mode or by its file extension.  Only
modes of files are used, whatever the language is named."
  (let ((language (downcase (or (plist-get detail :language) ""))))
    (pcase (plist-get detail :format)
      ("markdown" (and (fboundp 'markdown-mode) 'markdown-mode))
      ("diff" #'diff-mode)
      ("code" (let ((modes (seekline-location-modes auto-mode-alist)))
                (or (car (rassq (intern-soft (concat language "-mode"))
                                (mapcar (lambda (entry) (cons (cdr entry) (cdr entry))) modes)))
                    (let ((mode (assoc-default (concat "x." language) modes #'string-match-p)))
                      (and (symbolp mode) mode))))))))

(defun seekline-detail--text (detail)
  "Return the text of DETAIL as it is meant to be read.
Plain text is trimmed on both sides; other text keeps its
indentation, and has the colours of its mode."
  (let* ((text (plist-get detail :text))
         (range (plist-get detail :range))
         (mode (and (< (length text) seekline-detail-most-fontified) (seekline-detail--mode detail))))
    (if (not (or range (member (plist-get detail :format) '("markdown" "diff" "code"))))
        (seekline-trim (seekline-clean-lines text))
      (seekline-location-fontified (seekline-trim-right (seekline-clean-lines (string-replace "\t" "    " text)))
                                   (or mode #'ignore) (plist-get range :first) (plist-get range :last)))))

(defun seekline-detail--insert (detail credit)
  "Insert DETAIL and CREDIT.
Return where the lines begin that were searched for, or nil."
  (let* ((url (plist-get detail :url))
         (text (seekline-detail--text detail))
         (marked (text-property-any 0 (length text) 'seekline-marked t text))
         start)
    (insert (propertize (seekline-title detail) 'face 'seekline-title) "\n\n")
    (setq start (point))
    (unless (string-empty-p text)
      (insert text "\n\n"))
    (when url
      (insert-text-button (seekline-clean url) 'action (lambda (_) (seekline-browse detail)) 'follow-link t)
      (insert "\n\n"))
    (seekline-detail--insert-fields detail)
    (when credit
      (insert (propertize (concat (seekline-clean credit) "\n") 'face 'seekline-note)))
    (and marked (+ start marked))))

(defconst seekline-detail--most-fields 100
  "How many fields of a detail are looked at: there may be tens of thousands.")

(defun seekline-detail--insert-fields (detail)
  "Insert those of the first fields of DETAIL that its text does not contain."
  (let* ((text (plist-get detail :text))
         (first (seq-take (plist-get detail :fields) (* 2 seekline-detail--most-fields)))
         (fields (cl-loop for (name value) on first by #'cddr
                          for shown = (if (stringp value) value (format "%s" (if (eq value :json-false) "no" value)))
                          unless (or (string-blank-p shown)
                                     (and (stringp value) (or (string-search value text)
                                                              (equal value (plist-get detail :title)))))
                          collect (cons (seekline-shorten (seekline-clean (substring (symbol-name name) 1)) 50)
                                        (seekline-shorten (seekline-clean (if (eq value t) "yes" shown)) 1000))))
         (width (apply #'max 0 (mapcar (lambda (field) (string-width (car field))) fields))))
    (pcase-dolist (`(,name . ,value) fields)
      (insert (propertize (string-pad name (+ 2 width)) 'face 'seekline-note) value "\n"))
    (when fields
      (insert "\n"))))

(defun seekline-detail-copy ()
  "Copy the text of the item, or else its URL."
  (interactive)
  (seekline-copy seekline-detail--item))

(defun seekline-detail-browse ()
  "Browse the item."
  (interactive)
  (seekline-browse seekline-detail--item))

(defun seekline-detail-perform ()
  "Choose what the source of the item shall do with it."
  (interactive)
  (seekline-perform (car seekline-detail--listed) (cdr seekline-detail--listed)))

(provide 'seekline-detail)
;;; seekline-detail.el ends here
