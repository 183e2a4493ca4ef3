;;; install.el --- The package is installed as the README says  -*- lexical-binding: t; -*-

;;; Commentary:

;; Run with the package's folder as the argument and an empty HOME, twice: the first Emacs installs, the second one
;; finds the commands and searches.

;;; Code:

(require 'package)
(package-initialize)
(if (package-installed-p 'seekline)
    (progn
      (cl-assert (autoloadp (symbol-function 'seekline)))
      (cl-assert (autoloadp (symbol-function 'seekline-list)))
      (cl-assert (autoloadp (symbol-function 'seekline-consult-source)))
      (cl-assert (commandp 'seekline-insert-unicode))
      (with-current-buffer (get-buffer-create "text")
        (switch-to-buffer (current-buffer))
        (global-set-key [f7] 'seekline-insert-unicode)
        (execute-kbd-macro (vconcat [f7] "black snowman\t\r"))
        (cl-assert (equal (buffer-string) "⛇"))))
  (package-install-file (car command-line-args-left))
  (cl-assert (package-installed-p 'seekline)))
(kill-emacs 0)

;;; install.el ends here
