;;; seekline-header.el --- The header and the footer of a list  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Above: the source, the query, the length of the list, and a spinner while something is under way.  Below: why there
;; is no more, and what the user can do about it.

;;; Code:

(require 'seekline-session)
(require 'seekline-text)

(defface seekline-source '((t :inherit font-lock-type-face))
  "Face of the name of the source in header lines."
  :group 'seekline)

(defface seekline-query '((t :inherit (bold font-lock-string-face)))
  "Face of the query in header lines."
  :group 'seekline)

(defface seekline-error '((t :inherit error))
  "Face of errors."
  :group 'seekline)

(defconst seekline-header--turns ["⠋" "⠙" "⠹" "⠸" "⠼" "⠴" "⠦" "⠧" "⠇" "⠏"]
  "The turns of a spinner.")

(defconst seekline-header--plain-turns ["|" "/" "-" "\\"]
  "The same for displays that cannot show those.")

(defvar seekline-header--timer nil
  "The timer that turns the spinners, while there are any.")

(defun seekline-header--busy-p (session)
  "Whether something is under way in SESSION."
  (or (not (seekline-session-settled-p session))
      (seekline-session-opening session)))

(defun seekline-header--spinner ()
  "Return the current turn of the spinner."
  (let ((turns (if (char-displayable-p ?⠋) seekline-header--turns seekline-header--plain-turns)))
    (aref turns (mod (floor (* 10 (float-time))) (length turns)))))

(defun seekline-header-update (session)
  "Let the header line of SESSION be drawn, and turn while it has to."
  (force-mode-line-update)
  (when (and (seekline-header--busy-p session) (not seekline-header--timer))
    (setq seekline-header--timer (run-with-timer 0.15 0.1 #'seekline-header--turn))))

(defun seekline-header--turn ()
  "Draw the spinners; stop once there are none."
  (if (cl-some #'seekline-header--busy-p (hash-table-values seekline--sessions))
      (force-mode-line-update t)
    (cancel-timer seekline-header--timer)
    (setq seekline-header--timer nil)
    (force-mode-line-update t)))

(defun seekline-header--state (session)
  "Return in few words what SESSION is doing."
  (cond (seekline-silent (propertize "no answer" 'face 'seekline-error))
        ((seekline-session-opening session) "opening")
        ((seekline-session-refreshing session) "refreshing")
        ((and (not (seekline-session-settled-p session)) (seekline-session-stalled session)) "slow, loading")
        ((not (seekline-session-settled-p session)) "loading")
        ((seekline-session-error session)
         (propertize (format "error: %s" (plist-get (seekline-session-error session) :kind)) 'face 'seekline-error))))

(defun seekline-header--of-another-text-p (session)
  "Whether the list of SESSION is not for the text above it."
  (when-let ((query (seekline-session-query session)))
    (not (equal query (seekline-trim (seekline-plain (or (seekline-session-text session) ""))
                                     "[:blank:]\n\r\v\f\u0085\u2028\u2029")))))

(defun seekline-header--from-before-p (session)
  "Whether the list of SESSION is from before the last request."
  (and (seekline-session-items session)
       (or (seekline-header--of-another-text-p session)
           (not (eql (seekline-session-listed session) (seekline-session-generation session))))))

(defun seekline-header-query (session)
  "Return how to name the text whose list SESSION has."
  (let ((query (seekline-clean (seekline-session-query session))))
    (if (string-blank-p query)
        "everything"
      (bidi-string-mark-left-to-right
       (format "“%s”" (truncate-string-to-width query 20 nil nil "…"))))))

(defun seekline-header--whose (session)
  "Return which text the list of SESSION is for, if not for the one beside it."
  (if (seekline-header--of-another-text-p session)
      (concat " · of " (seekline-header-query session))
    ""))

(defun seekline-header--length (session)
  "Return how long the list of SESSION is."
  (let ((count (length (seekline-session-items session)))
        (total (seekline-session-total session)))
    (concat (cond ((not (seekline-session-query session)) "")
                  ((and total (> total count)) (format "%d of %d" count total))
                  ((seekline-session-more session) (format "%d and more" count))
                  (t (format "%d" count)))
            (seekline-header--whose session)
            (cond ((seekline-session-failed session)
                   (concat " · without " (seekline-clean (string-join (seekline-session-failed session) ", "))))
                  ((seekline-session-partial session) " · partial")
                  (t "")))))

(defun seekline-header (session)
  "Return the header line of SESSION."
  (if (not session)
      ""
    (let* ((state (seekline-header--state session))
           (right (concat (if state (concat state "  ") "")
                          (seekline-header--length session)
                          "  "
                          (if (seekline-header--busy-p session) (seekline-header--spinner) " ")
                          " "))
           (query (seekline-shorten (seekline-clean (or (seekline-session-text session) "")) 100))
           (left (concat " " (propertize (seekline-session-source session) 'face 'seekline-source) "  "
                         (if (string-blank-p query)
                             (propertize "everything" 'face 'seekline-note)
                           (propertize query 'face 'seekline-query))))
           (room (- (window-width) (string-width right) 1))
           (left (truncate-string-to-width left (max 10 room) nil nil "…")))
      ;; A percent sign would be taken for a mode line construct.
      (replace-regexp-in-string
       "%" "%%"
       (concat (bidi-string-mark-left-to-right left)
               (propertize " " 'display `(space :align-to (- right ,(string-width right))))
               right)
       t t))))

;;;; Below the list

(defun seekline-footer (session)
  "Return what stands below the list of SESSION."
  (let ((error (seekline-session-error session))
        (count (length (seekline-session-items session)))
        (settled (seekline-session-settled-p session)))
    (cond (seekline-silent (seekline-footer--line seekline-silence-words 'seekline-error))
          ((and error settled) (seekline-footer--error session error))
          ((not settled) (if (seekline-session-more session)
                             (seekline-footer--line "loading more…" 'seekline-note)
                           ""))
          ((> (seekline-session-short-by session) 0)
           (seekline-footer--line (concat (seekline-shortage session) "; s edits the query.") 'seekline-note))
          ((not (seekline-session-query session)) "")
          (t (concat (if (seekline-session-partial session)
                         (seekline-footer--line "Some of what was asked for did not answer; g asks again."
                                                'seekline-note)
                       "")
                     (cond ((= count 0) (seekline-footer--nothing session))
                           ((seekline-session-more session) (seekline-footer--line "more below" 'seekline-note))
                           (t (seekline-footer--line (concat "end of the list" (seekline-footer--credit session))
                                                     'seekline-note))))))))

(defun seekline-shortage (session)
  "Return what is to be said if the text of SESSION is too short."
  (format "Type %d more" (seekline-session-short-by session)))

(defun seekline-footer--line (text face)
  "Return TEXT in FACE as a line of its own."
  (propertize (concat text "\n") 'face face 'line-prefix " " 'wrap-prefix " "))

(defun seekline-footer--error (session error)
  "Return what to say about ERROR, the error of SESSION."
  (concat (seekline-footer--line (seekline-shorten (seekline-clean (plist-get error :message)) 500) 'seekline-error)
          (seekline-footer--line
           (cond ((equal (plist-get error :scope) "refresh") "r tries again; the list is the one from before.")
                 ((seekline-header--from-before-p session)
                  "r tries again, s searches for something else; the list is the one from before.")
                 (t "r tries again, s searches for something else."))
           'seekline-note)))

(defun seekline-footer--nothing (session)
  "Return what to say if SESSION has found nothing."
  (let ((text (seekline-footer--line "Nothing found." 'seekline-note))
        (suggestion (seekline-session-suggestion session)))
    (if suggestion
        (concat text (seekline-footer--line (concat "Did you mean: " (seekline-clean suggestion)) 'seekline-note))
      text)))

(defun seekline-footer--credit (session)
  "Return the credit that the source of SESSION asks for."
  (let ((credit (seekline-source-credit (seekline-session-source session))))
    (if credit (concat " · " (seekline-clean credit)) "")))

(provide 'seekline-header)
;;; seekline-header.el ends here
