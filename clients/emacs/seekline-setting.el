;;; seekline-setting.el --- Checks of settings  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A setting can have any value, as most are set by `setq'.  One that does not fit is reported by name before it does
;; harm.

;;; Code:

(defun seekline-setting (variable fits what)
  "Return the value of VARIABLE if it FITS, which is a function of it.
If it does not, signal a `user-error'; WHAT says what would."
  (let ((value (symbol-value variable)))
    (unless (funcall fits value)
      (user-error "The value of `%s' must be %s, not %S" variable what value))
    value))

(provide 'seekline-setting)
;;; seekline-setting.el ends here
