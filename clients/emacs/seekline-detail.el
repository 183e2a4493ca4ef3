;;; seekline-detail.el --- An item at full length  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer like those of help: the title, the text, the URL as a button, and what else the source says.

;;; Code:

(require 'button)
(require 'seekline-session)
(require 'seekline-text)
(require 'seekline-action)

(defconst seekline-detail-buffer "*seekline detail*"
  "The name of the buffer that shows details.")

(defvar-local seekline-detail--item nil
  "The detail that this buffer shows.")

(defvar seekline-detail-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (define-key map "w" #'seekline-detail-copy)
    (define-key map "b" #'seekline-detail-browse)
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
The window appears when the detail is there."
  (let ((insert (plist-get item :insert)))
    (seekline-session-detail
     session (plist-get item :id)
     (lambda (detail)
       (seekline-detail--show (append detail (and insert (list :insert insert)))
                              (seekline-source-credit (seekline-session-source session)) select))
     (lambda (text)
       (message "seekline: %s" (seekline-shorten (seekline-clean text) 300))))))

(defun seekline-detail--show (detail credit select)
  "Show DETAIL with CREDIT to its source, and select its window if SELECT."
  (let ((buffer (get-buffer-create seekline-detail-buffer)))
    (with-current-buffer buffer
      (seekline-detail-mode)
      (setq seekline-detail--item detail)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (seekline-detail--insert detail credit)
        (goto-char (point-min))))
    (if (and select (not (minibufferp)))
        (pop-to-buffer buffer)
      (display-buffer buffer))
    (when-let ((window (get-buffer-window buffer)))
      (set-window-point window (point-min)))))

(defun seekline-detail--insert (detail credit)
  "Insert DETAIL and CREDIT."
  (let ((url (plist-get detail :url))
        (text (string-trim (seekline-clean-lines (plist-get detail :text)))))
    (insert (propertize (seekline-title detail) 'face 'seekline-title) "\n\n")
    (unless (string-empty-p text)
      (insert text "\n\n"))
    (when url
      (insert-text-button (seekline-clean url) 'action (lambda (_) (seekline-browse detail)) 'follow-link t)
      (insert "\n\n"))
    (seekline-detail--insert-fields detail)
    (when credit
      (insert (propertize (concat (seekline-clean credit) "\n") 'face 'seekline-note)))))

(defun seekline-detail--insert-fields (detail)
  "Insert what fields DETAIL has that its text does not tell."
  (let* ((text (plist-get detail :text))
         (fields (cl-loop for (name value) on (plist-get detail :fields) by #'cddr
                          for shown = (if (stringp value) value (format "%s" (if (eq value :json-false) "no" value)))
                          unless (or (string-blank-p shown)
                                     (and (stringp value) (or (string-search value text)
                                                              (equal value (plist-get detail :title)))))
                          collect (cons (substring (symbol-name name) 1)
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

(provide 'seekline-detail)
;;; seekline-detail.el ends here
