;;; seekline-action.el --- What can be done with an item  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Actions on items: the engine's plists with `:id', `:title', `:url', `:insert' and so on.

;;; Code:

(require 'browse-url)
(require 'seekline-location)
(require 'seekline-setting)
(require 'seekline-text)

(defcustom seekline-action #'seekline-insert-or-browse
  "What `seekline' does with the item that is chosen: a function of the item."
  :type '(choice (function-item seekline-insert-or-browse)
                 (function-item seekline-visit)
                 (function-item seekline-insert)
                 (function-item seekline-browse)
                 (function-item seekline-copy)
                 function)
  :group 'seekline)

(defun seekline-action ()
  "Return what is done with an item that is chosen.
That is the value of the variable of this name."
  (seekline-setting 'seekline-action #'functionp "a function"))

(defun seekline-act (item)
  "Call `seekline-action' with ITEM."
  (funcall (seekline-action) item))

(defun seekline-insert-or-browse (item)
  "Go to where ITEM stands, or insert its text.
If it has neither, or the buffer is read-only, browse its URL;
without one, copy the text."
  (cond ((plist-get item :location) (seekline-visit item))
        ((and (seekline-action--has item :insert) (not buffer-read-only)) (seekline-insert item))
        ((or (seekline-action--has item :url) (not (seekline-action--has item :insert))) (seekline-browse item))
        (t (kill-new (seekline-text-of item))
           (message "The buffer is read-only; the text is copied"))))

(defun seekline-insert (item)
  "Insert the text of ITEM, or else its URL, or else its title."
  (insert (seekline-text-of item)))

(defun seekline-copy (item)
  "Copy the text of ITEM, or else its URL, or else its title."
  (let ((text (seekline-text-of item)))
    (kill-new text)
    (message "Copied %s" (seekline-shorten (seekline-clean text) 100))))

(defun seekline-browse (item)
  "Browse the URL of ITEM."
  (let ((url (seekline-action--has item :url)))
    (cond ((not url) (user-error "%s has no URL" (seekline-shorten (seekline-clean (plist-get item :title)) 100)))
          ;; A server must not be able to make Emacs open files or run the handlers of other schemes.
          ((string-match-p "\\`https?://" url) (browse-url url))
          (t (user-error "%s is not a web page" (seekline-shorten (seekline-clean url) 100))))))

(defun seekline-text-of (item)
  "Return the text to insert for ITEM, or else its URL, or else its title."
  (or (seekline-action--has item :insert) (seekline-action--has item :url) (plist-get item :title)))

(defun seekline-action--has (item name)
  "Return what ITEM has as NAME, or nil if that is nothing or empty."
  (let ((text (plist-get item name)))
    (unless (equal text "")
      text)))

(provide 'seekline-action)
;;; seekline-action.el ends here
