;;; seekline-items.el --- Lists that the caller provides  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A session with the source "list" searches what it is given.  That is sent to the engine in small pieces of which only
;; a few are unanswered at a time, so that nothing that is typed meanwhile has to wait.  The session is not settled
;; before it has them all.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'seekline-session)
(require 'seekline-text)

(defconst seekline-items--most 28000
  "How many bytes the items of a piece may have.
Emacs blocks on a full pipe, which holds 64 KiB: what is
unanswered takes less.")

(defconst seekline-items--most-time 0.002
  "How many seconds the making of a piece may take.")

(defconst seekline-items--most-unanswered 2
  "How many pieces may be unanswered.")

(defconst seekline-items--most-of-title 15000
  "How many characters a title may have.
The engine refuses one that is far longer, and its whole piece.")

(defun seekline-items--title (text)
  "Return TEXT as a title: Unicode characters only, and no more than a piece takes."
  (let* ((text (seekline-shorten text seekline-items--most-of-title))
         (json (ignore-errors (json-serialize (vector text)))))
    (cond ((not json)
           (seekline-items--title
            (concat (mapcar (lambda (char) (if (or (> char #x10ffff) (<= #xd800 char #xdfff)) #xfffd char))
                            (string-to-multibyte text)))))
          ;; Some characters take several bytes.
          ((> (length json) seekline-items--most)
           (seekline-items--title (seekline-shorten text (/ (length text) 2))))
          (t text))))

(defun seekline-session-set-items (session count function)
  "Let SESSION search COUNT items.
FUNCTION is called with the number of each, from 0, and returns a
plist with a `:title' and what else an item of the protocol has.
A title of more than 15,000 characters, or 28 KB, is shortened."
  (setf (seekline-session-given session) (cons count function))
  (seekline--fill session))

(defun seekline--fill (session)
  "Send SESSION its items, from the first one on."
  (setf (seekline-session-sent session) 0)
  (seekline--send-items session)
  (dotimes (_ (1- seekline-items--most-unanswered))
    (when (seekline-session-filling-p session)
      (seekline--send-items session))))

(defun seekline-items--piece (given first)
  "Return the items of GIVEN from number FIRST on that make a piece."
  (let ((end (+ (float-time) seekline-items--most-time))
        (bytes 0)
        (index first)
        items)
    (while (and (< index (car given))
                (let ((item (funcall (cdr given) index)))
                  (setq item (plist-put item :title (seekline-items--title (plist-get item :title)))
                        bytes (+ bytes (length (json-serialize item)) 1))
                  (when (or (= index first) (and (<= bytes seekline-items--most) (< (float-time) end)))
                    (push item items))))
      (setq index (1+ index)))
    (nreverse items)))

(defun seekline--send-items (session)
  "Send the next piece to SESSION."
  (let* ((given (seekline-session-given session))
         (first (seekline-session-sent session))
         (items (seekline-items--piece given first)))
    (setf (seekline-session-sent session) (+ first (length items)))
    (seekline--call session 'setItems
                    (list :items (vconcat items)
                          :append (if (> first 0) t :json-false)
                          :done (if (seekline-session-filling-p session) :json-false t))
                    (lambda (_)
                      (when (seekline-session-filling-p session)
                        (seekline--send-items session)))
                    (lambda (error)
                      (setf (seekline-session-sent session) (car given))
                      (seekline--fail session error)))
    ;; A search that began before all items were there is repeated.
    (unless (or (seekline-session-filling-p session) (null (seekline-session-text session)))
      (seekline--ask session 'refresh nil))))

(provide 'seekline-items)
;;; seekline-items.el ends here
