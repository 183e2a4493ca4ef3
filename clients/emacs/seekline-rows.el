;;; seekline-rows.el --- The rows of a list  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer with a row per item, and after the rows a footer.  Rows only ever change from some item to the end, so what
;; precedes it stays in place.  Point, windows and the mark of a row (an overlay arrow) stay at their items, by
;; identifier, whatever changes.

;;; Code:

(require 'cl-lib)
(require 'seekline-text)

(defconst seekline-rows-beside 40
  "How wide notes may be that stand beside a title, at the right edge.")

(defvar-local seekline-rows--starts (make-vector 0 nil)
  "Where the rows begin: a vector of positions, of which the first ones count.")

(defvar-local seekline-rows-count 0
  "How many rows there are.")

(defvar-local seekline-rows-footer 1
  "Where the footer begins.")

(defvar-local seekline-rows-marked nil
  "The identifier of the item whose row is marked, or nil.")

(defun seekline-rows-set-up ()
  "Let one row of this buffer be marked by an arrow."
  (setq-local overlay-arrow-position (make-marker)
              ;; On terminals it covers the start of the row, which has one column to spare.
              overlay-arrow-string ">"))

(defun seekline-rows-start (index)
  "Return where the row INDEX begins."
  (if (< index seekline-rows-count)
      (aref seekline-rows--starts index)
    seekline-rows-footer))

(defun seekline-rows-item (index)
  "Return the item of the row INDEX."
  (save-restriction
    (widen)
    (get-text-property (seekline-rows-start index) 'seekline-item)))

(defun seekline-rows-mark (index)
  "Mark the row INDEX, or none if that is nil."
  (setq seekline-rows-marked (and index (plist-get (seekline-rows-item index) :id)))
  (set-marker overlay-arrow-position (and index (seekline-rows-start index))))

(defun seekline-rows-marked-p (index)
  "Whether the row INDEX is marked."
  (and seekline-rows-marked (equal seekline-rows-marked (plist-get (seekline-rows-item index) :id))))

(defun seekline-rows-draw (from items footer &optional same)
  "Draw the rows FROM one on, so that they are those of ITEMS, and FOOTER.
If it is the SAME list, as it is now, who was at an item that has
gone is at the row that stands in its place, unless it is marked."
  (save-restriction
    (widen)
    (let* ((inhibit-read-only t)
           (places (seekline-rows--places))
           (from (min from seekline-rows-count)))
      (delete-region (seekline-rows-start from) (point-max))
      (goto-char (point-max))
      (setq seekline-rows-count from)
      (dolist (item (nthcdr from items))
        (when (= seekline-rows-count (length seekline-rows--starts))
          (setq seekline-rows--starts (vconcat seekline-rows--starts (make-vector (+ 64 seekline-rows-count) nil))))
        (aset seekline-rows--starts seekline-rows-count (point))
        (setq seekline-rows-count (1+ seekline-rows-count))
        (seekline-rows--insert item))
      (setq seekline-rows-footer (point))
      (insert footer)
      (seekline-rows--restore places same))))

(defun seekline-rows-draw-footer (footer)
  "Draw FOOTER in the place of the old one."
  (save-restriction
    (widen)
    (let ((inhibit-read-only t))
      (unless (equal-including-properties footer (buffer-substring seekline-rows-footer (point-max)))
        (let ((places (seekline-rows--places)))
          (delete-region seekline-rows-footer (point-max))
          (goto-char (point-max))
          (insert footer)
          (seekline-rows--restore places))))))

(defun seekline-rows--insert (item)
  "Insert the row of ITEM."
  (let ((start (point))
        (glyph (seekline-glyph item))
        (title (copy-sequence (seekline-title item)))
        (below (seekline-snippet item))
        (notes (seekline-notes item)))
    (add-face-text-property 0 (length title) 'seekline-title t title)
    (insert (or glyph "")
            (propertize " " 'display `(space :align-to ,(if glyph 4 1)))
            (bidi-string-mark-left-to-right title))
    (when (and notes (not below) (<= (string-width notes) seekline-rows-beside))
      (insert "  "
              (propertize " " 'display `(space :align-to (- right ,(1+ (string-width notes)))))
              (propertize notes 'face 'seekline-note))
      (setq notes nil))
    (add-text-properties start (point) `(mouse-face highlight wrap-prefix ,(make-string (if glyph 4 1) ?\s)))
    (insert "\n")
    (when (or below notes)
      (let ((start (point)))
        (insert (or below notes) "\n")
        (add-face-text-property start (point) 'seekline-note t)
        (add-text-properties start (point) '(line-prefix "   " wrap-prefix "   "))))
    (put-text-property start (point) 'seekline-item item)))

(defun seekline-rows--places ()
  "Return where the buffer's own point and its windows are.
Each is (WINDOW POINT START), and a place is (ITEM OFFSET INDEX):
an item that is nil means the position itself."
  (cl-flet ((place (position)
              (let ((index (seekline-rows-index position)))
                ;; At the very beginning is a user who has gone nowhere in the list.
                (if (and index (or (> position (point-min)) (seekline-rows-marked-p index)))
                    (list (plist-get (get-text-property position 'seekline-item) :id)
                          (- position (seekline-rows-start index))
                          ;; A list whose places the user goes through starts over if the last one is gone.
                          (unless (seekline-rows-marked-p index) index))
                  ;; What is said in the footer gets longer and shorter, and rows take its place.
                  (list nil (min position seekline-rows-footer) nil)))))
    (cons (list nil (place (point)))
          (mapcar (lambda (window) (list window (place (window-point window)) (place (window-start window))))
                  (get-buffer-window-list nil nil t)))))

(defun seekline-rows--restore (places &optional same)
  "Go back to PLACES as far as they are still there.
If the list is the SAME, go to the row of an item that is gone."
  (let ((ids (make-hash-table :test #'equal)))
    (dotimes (index seekline-rows-count)
      (let ((start (aref seekline-rows--starts index)))
        (puthash (plist-get (get-text-property start 'seekline-item) :id) start ids)))
    (set-marker overlay-arrow-position (gethash seekline-rows-marked ids))
    (cl-flet ((position (place)
                (pcase-let ((`(,id ,offset ,index) place))
                  (cond ((not id) (min offset (point-max)))
                        ((gethash id ids) (min (point-max) (+ (gethash id ids) offset)))
                        ((and same index (> seekline-rows-count 0)) (seekline-rows-start (min index (1- seekline-rows-count))))
                        (t (point-min))))))
      (pcase-dolist (`(,window ,point ,start) places)
        (if (not window)
            (goto-char (position point))
          (set-window-point window (position point))
          (set-window-start window (position start) t))))))

(defun seekline-rows-index (position)
  "Return the number of the row at POSITION, or nil if there is none."
  (when (and (< position seekline-rows-footer) (> seekline-rows-count 0))
    (let ((low 0) (high (1- seekline-rows-count)))
      (while (< low high)
        (let ((middle (/ (+ low high 1) 2)))
          (if (<= (aref seekline-rows--starts middle) position)
              (setq low middle)
            (setq high (1- middle)))))
      low)))

(provide 'seekline-rows)
;;; seekline-rows.el ends here
