;;; seekline-directory.el --- The folder that is searched  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Sources that run programs or read files search the folder in which the engine runs, unless they are configured
;; otherwise.  Which folder that is depends on the buffer from which a search is opened, and is decided here.
;;
;; It is on this machine.  A name that file name handlers take care of, such as TRAMP's, is recognized by its form; no
;; handler is called with it, so no connection is made.

;;; Code:

(require 'subr-x)
(require 'seekline-setting)

(declare-function project-root "project")

(defcustom seekline-directory-function #'seekline-project-directory
  "A function that returns the folder in which is searched, or nil.
It is called in the buffer from which a search is opened; nil
means the `default-directory' of that, which may be remote.  In
the place of a folder that is not there, or not on this machine,
\"~/\" is searched.

All searches that are open at a time search the same folder: it
is that of the first of them.  Sources with a folder of their own
\(`cwd', or an absolute path) search that in any case."
  :type '(choice (function-item :tag "The root of the project" seekline-project-directory)
                 (function-item :tag "The folder of the buffer" ignore)
                 function)
  :group 'seekline)

(defun seekline-project-directory ()
  "Return the root of the current project, or nil."
  (when (seekline-directory--plain default-directory)
    (with-demoted-errors "seekline: %S"
      (when-let ((project (project-current)))
        (project-root project)))))

(defun seekline-directory ()
  "Return the folder to search from this buffer: an absolute name.
See `seekline-directory-function'."
  (or (seekline-directory--here (or (funcall (seekline-setting 'seekline-directory-function #'functionp "a function"))
                                    default-directory))
      (seekline-directory--here "~/")
      "/"))

(defun seekline-directory--plain (name)
  "Return NAME unquoted if it means a file on this machine, or nil."
  (when (stringp name)
    (let ((name (file-name-unquote name t)))
      (unless (find-file-name-handler name 'file-remote-p)
        name))))

(defun seekline-directory--here (name)
  "Return the absolute name of the folder NAME, or nil.
It is nil unless that exists, and is on this machine."
  (when-let* ((name (seekline-directory--plain name))
              (base (if (file-name-absolute-p name) "/" (seekline-directory--plain default-directory)))
              (path (let ((file-name-handler-alist nil))
                      (file-name-as-directory (expand-file-name name base)))))
    (and (seekline-directory--plain path) (seekline-directory--there-p path) path)))

(defun seekline-directory--there-p (path)
  "Whether the folder at the absolute PATH exists."
  ;; Even for an absolute name, Emacs calls the handler of the `default-directory'.
  (let ((file-name-handler-alist nil))
    (file-accessible-directory-p path)))

(provide 'seekline-directory)
;;; seekline-directory.el ends here
