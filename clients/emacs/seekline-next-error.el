;;; seekline-next-error.el --- From place to place of a list  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Goes to items in files one after the other, by `next-error' from anywhere.  As the list may be out of sight then, no
;; item for an older text is taken.  RET in the list does take one, once nothing else is in flight: the header says
;; which text the list is for.
;;
;; It continues from the row at point.  The row that was last gone to is marked; a list in which the user has gone
;; nowhere yet starts before its first row.  After the last row so far, the next page is requested, and waited for
;; briefly.

;;; Code:

(require 'cl-lib)
(require 'seekline-header)
(require 'seekline-location)
(require 'seekline-rows)
(require 'seekline-session)

(defvar seekline-list--session)
(declare-function seekline-list--item "seekline-list")
(declare-function seekline-list--its-session "seekline-list")
(declare-function seekline-list--ask-for-more "seekline-list")

(defvar-local seekline-next-error--awaited nil
  "What `next-error' went through when the search began, as a list of one.
It is nil once the list has a place.")

(defun seekline-next-error-set-up ()
  "Let `next-error' go through the places of this list."
  (setq-local next-error-function #'seekline-next-error
              ;; In a list, `next-error' goes through that list.
              next-error-find-buffer-function (lambda (&optional avoid &rest _) (unless avoid (current-buffer)))))

(defun seekline-next-error-begin ()
  "Begin anew: another list is searched for."
  (seekline-rows-mark nil)
  (setq seekline-next-error--awaited (list next-error-last-buffer)))

(defun seekline-next-error-arrived ()
  "Let `next-error' go through this list from now on, if it is new and has a place.
What has been started since the search began comes first."
  (when (and seekline-next-error--awaited
             (not (seekline-header--of-another-text-p seekline-list--session))
             (seekline-next-error--any-p))
    (when (eq next-error-last-buffer (car seekline-next-error--awaited))
      (setq next-error-last-buffer (current-buffer)))
    (setq seekline-next-error--awaited nil)))

(defun seekline-next-error-visit ()
  "Go to where the item at point stands; there `next-error' will go on."
  (let ((item (seekline-next-error--placed))
        (list (current-buffer)))
    (seekline-rows-mark (seekline-rows-index (point)))
    (seekline-visit item)
    (next-error-found list (current-buffer))))

(defun seekline-list-display ()
  "Show where the item at point stands in another window, and stay in the list."
  (interactive)
  (seekline-next-error--placed)
  (next-error-no-select 0))

(defun seekline-next-error--placed ()
  "Return the item at point, if it is in a file."
  (let ((item (seekline-list--item)))
    (unless (plist-get item :location)
      (user-error "This item is not in a file"))
    item))

;;;; Looking for a place

(defun seekline-next-error--place (index)
  "Return the location of the item in the row INDEX, or nil."
  (plist-get (seekline-rows-item index) :location))

(defun seekline-next-error--any-p ()
  "Whether an item of this list is in a file."
  (cl-loop for index below seekline-rows-count thereis (seekline-next-error--place index)))

(defun seekline-next-error--window ()
  "Return the window in which this list is, or nil."
  (get-buffer-window nil t))

(defun seekline-next-error--at ()
  "Return the number of the row at point; after the last one, how many there are."
  (let ((window (seekline-next-error--window)))
    (or (seekline-rows-index (if window (window-point window) (point)))
        seekline-rows-count)))

(defun seekline-next-error--from (count reset)
  "Return the number of the row from which to go COUNT places.
It is -1 at the beginning, and with RESET."
  (let ((index (seekline-next-error--at)))
    (if (or reset
            (and (> count 0) (= index 0) (not (seekline-rows-marked-p 0))))
        -1
      index)))

(defun seekline-next-error--seek (count reset)
  "Return the number of the row COUNT places on, or nil if there is none.
With RESET, count from the beginning."
  (unless (seekline-header--of-another-text-p seekline-list--session)
    (let ((index (seekline-next-error--from count reset))
          (step (if (< count 0) -1 1))
          (left (abs count)))
      (while (and (> left 0) (< -1 (cl-incf index step) seekline-rows-count))
        (when (seekline-next-error--place index)
          (cl-decf left)))
      (and (= left 0) (< -1 index seekline-rows-count) (seekline-next-error--place index)
           index))))

(defun seekline-next-error--find (count reset)
  "Return the number of the row COUNT places on, with RESET from the beginning.
Wait briefly for what is in flight.  If there is no such row,
signal a `user-error' that says why."
  (seekline-list--its-session)
  (let ((list (current-buffer))
        (until (+ (float-time) seekline-session-patience))
        index asked)
    (while (not (setq index (seekline-next-error--seek count reset)))
      (let* ((session seekline-list--session)
             (whole (or (= seekline-rows-count 0) (seekline-header--of-another-text-p session))))
        (cond ((and (or whole (> count 0)) (not (seekline-session-settled-p session)))
               (unless (seekline-session-wait session until)
                 (user-error (if whole "The list is on its way" "More is on its way")))
               ;; Something else may have killed it meanwhile.
               (seekline-list--its-session list))
              ((seekline-header--of-another-text-p session)
               (seekline-next-error--complain "The list is still that of %s" (seekline-header-query session)))
              ((and (> count 0) (seekline-session-more session) (not (eql asked seekline-rows-count)))
               (setq asked seekline-rows-count)
               ;; After the last row, point would be before the rows to come.
               (when (<= 1 seekline-rows-count (seekline-next-error--at))
                 (seekline-next-error--move (1- seekline-rows-count)))
               (seekline-list--ask-for-more))
              (t (seekline-next-error--give-up count)))))
    index))

(defun seekline-next-error--give-up (count)
  "Say why there are no COUNT places on."
  (cond ((= count 0) (user-error "This item is not in a file"))
        ((not (seekline-next-error--any-p)) (seekline-next-error--complain "Nothing in this list is in a file"))
        ((< count 0) (user-error "No more places above"))
        (t (seekline-next-error--complain "No more places below"))))

(defun seekline-next-error--complain (format &rest arguments)
  "Signal a `user-error' of FORMAT and ARGUMENTS.
If something went wrong, the message about that is appended."
  (let ((error (seekline-session-error seekline-list--session)))
    (user-error "%s%s"
                (apply #'format format arguments)
                (if error
                    (concat "; " (seekline-shorten (seekline-clean (plist-get error :message)) 300))
                  ""))))

;;;; Going there

(defun seekline-next-error--move (index)
  "Move to the row INDEX, also in the window of this list."
  (let ((start (seekline-rows-start index))
        (window (seekline-next-error--window)))
    (unless (<= (point-min) start (point-max))
      (widen))
    (goto-char start)
    (when window
      (set-window-point window start))))

(defun seekline-next-error--highlight ()
  "Highlight the line at point, in the manner of `next-error-highlight'."
  (cond ((eq next-error-highlight 'fringe-arrow)
         (setq next-error-overlay-arrow-position (copy-marker (line-beginning-position))))
        (next-error-highlight (pulse-momentary-highlight-one-line (point) 'next-error))))

(defun seekline-next-error (count &optional reset)
  "Go to where the item COUNT places on in this list stands.
With RESET, count from the beginning.  In the window of the list
the list stays; it is the `next-error-function' of lists."
  (let* ((index (seekline-next-error--find count reset))
         (location (seekline-next-error--place index))
         (leave (eq (selected-window) (seekline-next-error--window))))
    ;; Before the file is opened: if that fails, the next call goes to the item after it.
    (seekline-next-error--move index)
    (seekline-rows-mark index)
    (let ((buffer (seekline-location-buffer location)))
      (if leave
          (pop-to-buffer buffer '(nil (inhibit-same-window . t)))
        (pop-to-buffer-same-window buffer)))
    (seekline-location-move location)
    (seekline-next-error--highlight)))

(provide 'seekline-next-error)
;;; seekline-next-error.el ends here
