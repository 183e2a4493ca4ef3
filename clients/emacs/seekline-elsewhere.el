;;; seekline-elsewhere.el --- Going to places in other windows  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Opens items that are in files in another window or in another frame.

;;; Code:

(require 'seekline)

;;;###autoload
(defun seekline-other-window ()
  "Do as `seekline', but go to places in files in another window."
  (interactive)
  (let ((seekline-location-display #'switch-to-buffer-other-window))
    (call-interactively #'seekline)))

;;;###autoload
(defun seekline-other-frame ()
  "Do as `seekline', but go to places in files in another frame."
  (interactive)
  (let ((seekline-location-display #'switch-to-buffer-other-frame))
    (call-interactively #'seekline)))

(defun seekline-elsewhere--visit (display)
  "Go to the location of the item at point, shown by DISPLAY."
  (let ((seekline-location-display display))
    (seekline-next-error-visit)))

;;;###autoload
(defun seekline-list-visit-other-window ()
  "Go to where the item at point stands, in another window."
  (interactive)
  (seekline-elsewhere--visit #'switch-to-buffer-other-window))

;;;###autoload
(defun seekline-list-visit-other-frame ()
  "Go to where the item at point stands, in another frame."
  (interactive)
  (seekline-elsewhere--visit #'switch-to-buffer-other-frame))

(provide 'seekline-elsewhere)
;;; seekline-elsewhere.el ends here
