;;; seekline-minibuffer.el --- Minibuffers that lose no key  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Whatever is chosen in the minibuffer is read by this.

;;; Code:

(defun seekline--completing-read (&rest arguments)
  "Do as `completing-read' with ARGUMENTS, and lose no key.
Completion interfaces compute candidates within `while-no-input'.
There, Emacs goes through `while-no-input-ignore-events' between
characters that a terminal has sent at once, and may be
interrupted by the first of them, or read on: the others are lost,
or swapped with later ones.  The events in that list occur only on
window systems."
  (let ((while-no-input-ignore-events (and (display-graphic-p) while-no-input-ignore-events)))
    (apply #'completing-read arguments)))

(provide 'seekline-minibuffer)
;;; seekline-minibuffer.el ends here
