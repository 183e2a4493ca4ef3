;;; lint.el --- What checkdoc and package-lint say  -*- lexical-binding: t; -*-

;;; Commentary:

;; Reads the files that the command line names after `checkdoc' or `package-lint', and exits with 1 if that has anything
;; to say about one of them.

;;; Code:

(require 'cl-lib)
(require 'checkdoc)

(defconst lint-said-of-new-versions "This makes the package uninstallable in all released Emacs versions"
  "What a package-lint from before Emacs 28 says of a package that needs it.")

(defun lint-checkdoc ()
  "Return what checkdoc says about this buffer."
  (let* (said
         (checkdoc-create-error-function
          (lambda (text start _end &optional _unfixable)
            (push (list (line-number-at-pos start) text) said)
            nil)))
    (checkdoc-current-buffer t)
    said))

(defun lint-package-lint ()
  "Return what package-lint says about this buffer."
  (let ((default-directory "/usr/share/emacs/site-lisp/elpa/"))
    (normal-top-level-add-subdirs-to-load-path))
  (require 'package-lint)
  (defvar package-lint-main-file)
  (let ((package-lint-main-file "seekline.el"))
    (cl-loop for (line _column _kind text) in (package-lint-buffer)
             unless (string-match-p lint-said-of-new-versions text)
             collect (list line text))))

(let ((said 0)
      (lint (pcase (pop command-line-args-left)
              ("checkdoc" #'lint-checkdoc)
              ("package-lint" #'lint-package-lint))))
  (dolist (file command-line-args-left)
    (with-current-buffer (find-file-noselect file)
      (pcase-dolist (`(,line ,text) (funcall lint))
        (setq said (1+ said))
        (message "%s:%d: %s" file line text))))
  (kill-emacs (if (= said 0) 0 1)))

;;; lint.el ends here
