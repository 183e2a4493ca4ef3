;;; seekline-source.el --- Choosing a source  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The sources that the engine knows, by name, with what each still needs.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'seekline-engine)
(require 'seekline-minibuffer)

(defcustom seekline-source "unicode"
  "The source that is searched unless a prefix argument asks for another one."
  :type 'string
  :group 'seekline)

(defvar seekline--source-history nil
  "The sources that have been chosen.")

(defun seekline-read-source ()
  "Read the name of a source in the minibuffer."
  (let* ((sources (seekline-sources))
         (find (lambda (name)
                 (cl-find name sources :key (lambda (source) (plist-get source :name)) :test #'equal)))
         (completion-extra-properties
          (list :annotation-function
                (lambda (name)
                  (let ((source (funcall find name)))
                    (concat "  " (plist-get source :title)
                            (when-let ((missing (append (plist-get source :missing) nil)))
                              (format "  (needs %s)" (string-join missing ", ")))))))))
    (seekline--completing-read (format-prompt "Source" seekline-source)
                               (mapcar (lambda (source) (plist-get source :name)) sources)
                               nil t nil 'seekline--source-history seekline-source)))

(provide 'seekline-source)
;;; seekline-source.el ends here
