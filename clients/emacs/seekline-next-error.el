;;; seekline-next-error.el --- From place to place of a list  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What stands in files, gone to one after the other by `next-error' from wherever one is.  The list may be out of sight then:
;; no item of an older text is taken.  RET in the list does that, once nothing else is on its way: the header says whose it is.
;;
;; It goes on from the row at point.  The row that was gone to last is marked; a list in which one has gone nowhere begins
;; before its first row.  Behind the last row that is there, the next page is asked for, and waited for a moment.

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
              ;; In a list, it goes through that one.
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
  "Return the item at point, if it stands in a file."
  (let ((item (seekline-list--item)))
    (unless (plist-get item :location)
      (user-error "This stands in no file"))
    item))

;;;; Looking for a place

(defun seekline-next-error--place (index)
  "Return where the item in the row INDEX stands, or nil."
  (plist-get (seekline-rows-item index) :location))

(defun seekline-next-error--any-p ()
  "Whether an item of this list stands in a file."
  (cl-loop for index below seekline-rows-count thereis (seekline-next-error--place index)))

(defun seekline-next-error--window ()
  "Return the window in which this list is, or nil."
  (get-buffer-window nil t))

(defun seekline-next-error--at ()
  "Return the number of the row at point; behind the last one, how many there are."
  (let ((window (seekline-next-error--window)))
    (or (seekline-rows-index (if window (window-point window) (point)))
        seekline-rows-count)))

(defun seekline-next-error--from (count reset)
  "Return the number of the row from which COUNT places are gone.
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
What is on its way is waited for a moment.  If there is none,
signal a `user-error' that says why."
  (let ((list (current-buffer))
        (until (+ (float-time) seekline-session-patience))
        index asked)
    (while (not (setq index (seekline-next-error--seek count reset)))
      (let* ((session seekline-list--session)
             (whole (or (= seekline-rows-count 0) (seekline-header--of-another-text-p session))))
        (cond ((and (or whole (> count 0)) (not (seekline-session-settled-p session)))
               (unless (seekline-session-wait session until)
                 (user-error (if whole "The list is on its way" "More is on its way")))
               ;; Others may have killed it meanwhile.
               (seekline-list--its-session list))
              ((seekline-header--of-another-text-p session)
               (seekline-next-error--complain "The list is still that of %s" (seekline-header-query session)))
              ((and (> count 0) (seekline-session-more session) (not (eql asked seekline-rows-count)))
               (setq asked seekline-rows-count)
               ;; Behind the last row, point would be in front of what comes.
               (when (<= 1 seekline-rows-count (seekline-next-error--at))
                 (seekline-next-error--move (1- seekline-rows-count)))
               (seekline-list--ask-for-more))
              (t (seekline-next-error--give-up count)))))
    index))

(defun seekline-next-error--give-up (count)
  "Say why there are no COUNT places on."
  (cond ((= count 0) (user-error "This stands in no file"))
        ((not (seekline-next-error--any-p)) (seekline-next-error--complain "Nothing in this list stands in a file"))
        ((< count 0) (user-error "No more places above"))
        (t (seekline-next-error--complain "No more places below"))))

(defun seekline-next-error--complain (format &rest arguments)
  "Signal a `user-error' of FORMAT and ARGUMENTS.
What went wrong, if anything did, is told behind it."
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
  "Let the line at point stand out; `next-error-highlight' is the manner of it."
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
    ;; Before the file is opened: where that fails, the next one is that behind it.
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
