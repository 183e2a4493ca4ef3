;;; seekline-consult.el --- Sources for Consult  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What the engine finds, among the buffers and files of `consult-buffer', while you type:
;;
;;   (with-eval-after-load 'consult
;;     (add-to-list 'consult-buffer-sources (seekline-consult-source "wikipedia" ?w) 'append))
;;
;; A Consult source is a plist, and its `:async' a function that anyone can write: it gets a sink to put candidates
;; into, and returns a function that is called with what is typed.  Consult has had such sources since version 2.0; none
;; of its functions is called here.

;;; Code:

(require 'seekline)

(defun seekline--consult-show (session table sink what from)
  "Put what is new in the list of SESSION into SINK, as candidates of TABLE.
WHAT has changed, FROM which item on, as for the listener of a
session."
  (let ((error (seekline-session-error session)))
    (pcase what
      ('items
       (when (eql from 0)
         (funcall sink 'flush))
       (when-let ((items (nthcdr from (seekline-session-items session))))
         (funcall sink (mapcar (lambda (item) (cons (seekline--candidate table item) item)) items))))
      ('error
       ;; A failed search has no list, and that of an older query would be misleading.
       (when (member (plist-get error :scope) '("search" "refresh"))
         (funcall sink 'flush))
       (seekline--report session))
      ('loading
       (when seekline-silent
         (let ((message-log-max nil))
           (message "%s" seekline-silence-words)))))))

(defun seekline--consult-open (source sink)
  "Return a table for a session with SOURCE that puts its list into SINK."
  (let ((table (seekline--make-table)))
    (setf (seekline--table-session table)
          (seekline-session-open source `(:pageSize ,(seekline--page-size) :trigger "incremental")
                                 (lambda (session what &optional from)
                                   (seekline--consult-show session table sink what from))))
    table))

(defun seekline--consult-async (source)
  "Return a function by which Consult gets candidates from SOURCE."
  (lambda (sink)
    (let ((origin (current-buffer))
          table)
      (lambda (action)
        ;; Do not start the engine for a user who only wants a buffer.
        (when (stringp action)
          (unless table
            ;; By then, the current buffer may be one that Consult previews.
            (with-current-buffer (if (buffer-live-p origin) origin (current-buffer))
              (setq table (seekline--consult-open source sink))))
          (seekline-session-set-query (seekline--table-session table) action))
        (when (and table (memq action '(cancel destroy)))
          (seekline-session-cancel (seekline--table-session table)))
        (when (and table (eq action 'destroy))
          (seekline-session-close (seekline--table-session table))
          (setq table nil))
        (funcall sink action)))))

;;;###autoload
(defun seekline-consult-source (name key &rest properties)
  "Return a source for `consult-buffer-sources', to search the source NAME.
It is searched once one narrows to it by KEY, a character, so
that names of buffers are not sent anywhere.  What is done with
what is chosen is up to `seekline-action'.  PROPERTIES, such as
`:hidden' nil, count over what it has otherwise."
  (append properties
          (list :name name
                :narrow key
                :hidden t
                :category 'seekline
                :async (seekline--consult-async name)
                :annotate (lambda (item) (seekline--annotate item t))
                :action #'seekline-act)))

(provide 'seekline-consult)
;;; seekline-consult.el ends here
