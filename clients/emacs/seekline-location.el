;;; seekline-location.el --- Places in files  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; The place of an item on this machine: a path, a line and a column, both from 1, columns in characters.  The user can
;; go there, or look at the text around it, in the colours of its mode.  For text that is only looked at, no mode hook
;; is run, no local variable is heeded, and at most the first MiB is read.

;;; Code:

(require 'cl-lib)
(require 'xref)
(require 'seekline-text)

(defface seekline-line '((t :inherit highlight :extend t))
  "Face of the line that is meant, where the lines around it are shown."
  :group 'seekline)

(defconst seekline-location-most (* 1024 1024)
  "How many bytes of a file are read to be looked at.")

(defconst seekline-location-around 200
  "How many lines are shown on each side of the one that is meant.")

(defconst seekline-location-widest 2000
  "How many characters are shown of a line.
Modes take long for longer ones.")

(defconst seekline-location--viewers
  '(archive-mode doc-view-mode doc-view-mode-maybe hexl-mode image-mode image-mode-maybe pdf-view-mode tar-mode)
  "Modes that show something other than text, besides special ones.")

(defvar seekline-location-display #'pop-to-buffer-same-window
  "How the buffer of a file is shown that one goes to: a function of it.")

(defun seekline-location--path (location)
  "Return the absolute path of LOCATION.
That of an item in a list is already absolute, based on the folder
that was searched.  It is on this machine, whatever it looks like."
  (let ((file-name-handler-alist nil))
    (expand-file-name (plist-get location :path))))

(defun seekline-location--complaint (path)
  "Return what is wrong with the file at PATH, or nil."
  (let* ((file-name-handler-alist nil)
         (mode (file-attribute-modes (file-attributes (file-truename path))))
         (name (seekline-clean path)))
    (cond ((null mode) (format "There is no file %s" name))
          ((not (memq (aref mode 0) '(?- ?d))) (format "%s is not a file" name))
          ((not (file-readable-p path)) (format "%s cannot be read" name)))))

;;;; Going there

(defun seekline-location-buffer (location)
  "Return the buffer of the file of LOCATION.
Where one cannot go there, signal a `user-error'."
  (let* ((path (seekline-location--path location))
         (complaint (seekline-location--complaint path)))
    (when complaint
      (user-error "%s" complaint))
    (find-file-noselect path)))

(defun seekline-location-move (location)
  "Go to the line and the column of LOCATION, or as near as there is one."
  (when-let ((line (plist-get location :line)))
    (widen)
    (goto-char (point-min))
    (forward-line (1- line))
    (when (and (eobp) (bolp) (not (bobp)))
      (forward-line -1))
    (if-let ((column (plist-get location :column)))
        (goto-char (min (line-end-position) (+ (point) (1- column))))
      (back-to-indentation))))

(defun seekline-visit (item)
  "Go to where ITEM stands; \\<global-map>\\[xref-pop-marker-stack] leads back."
  (let* ((location (or (plist-get item :location) (user-error "This item is not in a file")))
         (buffer (seekline-location-buffer location)))
    (xref-push-marker-stack)
    (when (eq buffer (current-buffer))
      (push-mark nil t))
    (funcall seekline-location-display buffer)
    (seekline-location-move location)))

;;;; Looking at it

(defun seekline-location-fontified (text mode first last)
  "Return TEXT in the colours of MODE, its lines FIRST to LAST marked.
If FIRST is nil, none is.  Marked lines have the property
`seekline-marked'."
  (with-temp-buffer
    (insert text)
    (seekline-location--fontify mode (point-min) (point-max))
    (when first
      (seekline-location--mark first last))
    (buffer-string)))

(defun seekline-location--fontify (mode from to)
  "Give the text FROM one place TO another one the colours of MODE."
  (let ((enable-local-variables nil)
        (inhibit-message t)
        (non-essential t))
    ;; A mode may need something that is missing; then there are no colours.
    (ignore-errors
      (delay-mode-hooks (funcall mode))
      (font-lock-ensure from to))))

(defun seekline-location--mark (first last)
  "Mark the lines FIRST to LAST of this buffer."
  (goto-char (point-min))
  (forward-line (1- first))
  (let ((start (point)))
    (forward-line (1+ (- last first)))
    (put-text-property start (point) 'seekline-marked t)
    (add-face-text-property start (point) 'seekline-line)))

(defun seekline-location-modes (alist)
  "Return those entries of ALIST, one like `auto-mode-alist', that are for texts.
What views pictures or documents has programs read them, which
only who opens a file has asked for."
  (cl-remove-if (lambda (entry)
                  (let ((mode (if (consp (cdr entry)) (cadr entry) (cdr entry))))
                    (and mode (symbolp mode)
                         (or (memq mode seekline-location--viewers) (provided-mode-derived-p mode 'special-mode)))))
                alist))

(defun seekline-location--mode (path)
  "Set the mode of a file at PATH in this buffer, which has its text."
  (let ((buffer-file-name path)
        (auto-mode-alist (seekline-location-modes auto-mode-alist))
        (magic-mode-alist (seekline-location-modes magic-mode-alist))
        (magic-fallback-mode-alist (seekline-location-modes magic-fallback-mode-alist)))
    (set-auto-mode)))

(defun seekline-location--narrow (from to)
  "Cut off the lines FROM one marker TO another one that are too long."
  (goto-char from)
  (while (< (point) to)
    (let ((end (+ (point) seekline-location-widest)))
      (when (< end (line-end-position))
        (goto-char end)
        ;; First, as the end of the line may be that of the text.
        (insert "…")
        (delete-region (point) (line-end-position))))
    (forward-line 1)))

(defun seekline-location--excerpt (location path name)
  "Return the text around LOCATION in this buffer, which has PATH's text.
That is a pair of the text and the position of the line in it.
NAME is how to call the file."
  (let ((line (plist-get location :line))
        (whole (<= (file-attribute-size (file-attributes (file-truename path))) seekline-location-most)))
    (goto-char (point-min))
    (when (search-forward "\0" nil t)
      (user-error "%s is binary" name))
    (unless whole
      ;; The last line may be cut off.  Of a long one, no more is shown in any case.
      (goto-char (point-max))
      (when (< (- (point) (line-beginning-position)) seekline-location-widest)
        (delete-region (line-beginning-position) (point))))
    (when (= (point-min) (point-max))
      (user-error "%s is empty" name))
    (goto-char (point-min))
    (forward-line (1- (or line 1)))
    (when (and (eobp) (not whole))
      (user-error "Line %d of %s is beyond its first MiB, which is all that is read" line name))
    (when (and (eobp) (bolp))
      (forward-line -1))
    (let* ((at (copy-marker (line-beginning-position)))
           (from (copy-marker (line-beginning-position (- 1 seekline-location-around))))
           (to (copy-marker (line-beginning-position (+ 2 seekline-location-around)))))
      (seekline-location--narrow from to)
      (seekline-location--fontify (lambda () (seekline-location--mode path)) from to)
      (when line
        (goto-char at)
        (seekline-location--mark (line-number-at-pos) (line-number-at-pos)))
      (cons (buffer-substring from to) (- at from)))))

(defun seekline-location-excerpt (location)
  "Return what stands around LOCATION: a text, and a position in it, from 0.
If there is nothing to show, signal a `user-error' that says why."
  (let* ((path (seekline-location--path location))
         (name (seekline-clean path))
         (complaint (seekline-location--complaint path))
         ;; The text as it is in the file, line by line.
         (file-name-handler-alist nil)
         (format-alist nil)
         (after-insert-file-functions nil))
    (cond (complaint (user-error "%s" complaint))
          ((file-directory-p path) (user-error "%s is a folder" name)))
    (with-temp-buffer
      (insert-file-contents path nil 0 seekline-location-most)
      (seekline-location--excerpt location path name))))

(provide 'seekline-location)
;;; seekline-location.el ends here
