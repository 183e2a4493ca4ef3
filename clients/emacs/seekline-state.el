;;; seekline-state.el --- The visible state of a search  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What the engine reports about a session is folded into its slots, and then its listener is called.

;;; Code:

(require 'cl-lib)
(require 'subr-x)
(require 'seekline-engine)

(declare-function seekline--go-on "seekline-session")

(defvar seekline--sessions (make-hash-table :test #'equal)
  "The open sessions, by name.")

(cl-defstruct (seekline-session (:constructor seekline--make-session) (:copier nil))
  "One search, and what there is to see of it."
  name source options listener
  connection                            ; nil once it is closed
  (openings 0)                          ; how often it has been opened: answers from before the last time are ignored
  directory                             ; in which its engine runs
  text                                  ; the text that was last searched for
  (asked 0)                             ; how many calls that may begin a load are unanswered
  guessed                               ; whether `loading' or `pending' comes from an answer, and was not reported yet
  (generation 0) loading refreshing pending (status "initial") stalled can-submit opening
  query items more total suggestion     ; the list, and the query that it belongs to
  listed                                ; the list's generation, nil if from an earlier engine; a newer one may be loading
  partial                               ; whether some of what was asked for did not answer
  failed                                ; the names of those of several sources that did not
  (short-by 0)                          ; how many more characters TEXT needs to be searched for
  behind                                ; a function to call once a new engine has the list back, or nil
  missed                                ; whether a command has continued without the answer, because of input
  seen                                  ; the list that a command, or what shows candidates, has last got
  minimum                               ; the length that the engine requires of a query, nil until it has said so
  error                                 ; the current error, as the engine's plist
  given                                 ; what it searches, if that is up to us: how many items, and a function of a number
  (sent 0))                             ; how many of these the engine has been sent

(defun seekline--searching-p ()
  "Whether a session is open: its list may have places in files."
  (> (hash-table-count seekline--sessions) 0))

(add-hook 'seekline-engine-busy-functions #'seekline--searching-p)

(defun seekline-session-filling-p (session)
  "Whether SESSION has not been sent all that it shall search."
  (< (seekline-session-sent session) (or (car (seekline-session-given session)) 0)))

(defun seekline--tell (session what &optional from)
  "Call the listener of SESSION: WHAT has changed, and FROM which item on."
  (when-let ((listener (seekline-session-listener session)))
    (with-demoted-errors "seekline: %S"
      (funcall listener session what from)))
  (seekline--go-on session))

;;;; What the engine reports

(defun seekline--hear (connection method params)
  "Fold METHOD with PARAMS, reported by CONNECTION, into its session."
  (if (eq method 'ended)
      (dolist (session (hash-table-values seekline--sessions))
        (when (eq (seekline-session-connection session) connection)
          (seekline--lose session params)))
    (when-let ((session (gethash (plist-get params :session) seekline--sessions)))
      ;; Some versions of `jsonrpc' pass on an engine's messages after its end, when another one may already be running.
      (when (eq connection (seekline-session-connection session))
        (pcase method
          ('loading (seekline--fold-loading session params))
          ('items (seekline--fold-items session params))
          ('error (seekline--fold-error session params)))
        (seekline--tell session method (plist-get params :from))))))

(add-hook 'seekline-engine-functions #'seekline--hear)

(defun seekline--tell-silence ()
  "Tell all sessions that the engine has become silent, or no longer is."
  (dolist (session (hash-table-values seekline--sessions))
    (seekline--tell session 'loading)))

(add-hook 'seekline-silence-functions #'seekline--tell-silence)

(defun seekline--waits-p ()
  "Whether a session waits for something to load."
  (cl-some (lambda (session) (or (seekline-session-loading session) (seekline-session-opening session)))
           (hash-table-values seekline--sessions)))

(add-hook 'seekline-silence-waits-functions #'seekline--waits-p)

(defun seekline--lose (session words)
  "Let SESSION know that its engine has ended with the last WORDS, if any."
  (setf (seekline-session-asked session) 0
        (seekline-session-loading session) nil
        (seekline-session-refreshing session) nil
        (seekline-session-pending session) nil
        (seekline-session-stalled session) nil
        (seekline-session-opening session) nil
        (seekline-session-more session) nil
        (seekline-session-status session) "error"
        (seekline-session-error session)
        (list :scope "search" :kind "internal" :retryable t
              :message (concat "The engine has ended" (and words (concat ": " words)))))
  (seekline--tell session 'error)
  (seekline--tell session 'loading))

(defun seekline--fold-loading (session params)
  "Fold PARAMS, those of a `loading', into SESSION."
  (cl-flet ((flag (name) (eq (plist-get params name) t)))
    (setf (seekline-session-generation session) (plist-get params :generation)
          (seekline-session-guessed session) nil
          (seekline-session-loading session) (flag :loading)
          (seekline-session-refreshing session) (flag :refreshing)
          (seekline-session-pending session) (plist-get params :pending)
          (seekline-session-status session) (plist-get params :status)
          (seekline-session-stalled session) (flag :stalled)
          (seekline-session-can-submit session) (flag :canSubmit)
          (seekline-session-opening session) (plist-get params :opening)))
  (unless (equal (plist-get params :status) "error")
    (setf (seekline-session-error session) nil)))

(defun seekline--place (item directory)
  "Resolve the location of ITEM, if it has one, in DIRECTORY.
It is on this machine, whatever it looks like.  Callers that
provide their own list may write ~/ for the home folder; what a
search finds may also be in a folder named ~."
  (when-let ((location (plist-get item :location)))
    (let* ((file-name-handler-alist nil)
           (path (plist-get location :path))
           (within (expand-file-name (concat "./" path) directory)))
      (plist-put location :path
                 (if (or (string-prefix-p "/" path) (and (string-prefix-p "~/" path) (not (file-attributes within))))
                     (expand-file-name path)
                   within)))))

(defun seekline--restore-nuls (item)
  "Put NULs into ITEM in the places of what stands for them.
What is only shown does without."
  (dolist (name '(:id :insert))
    (when-let ((text (plist-get item name)))
      (plist-put item name (string-replace seekline--nul "\0" text)))))

(defun seekline--fold-items (session params)
  "Fold PARAMS, those of an `items', into SESSION.
The list is what it was up to `from', followed by the new
items, whose locations get absolute paths."
  (mapc (lambda (item)
          (seekline--restore-nuls item)
          (seekline--place item (seekline-session-directory session)))
        (plist-get params :items))
  (setf (seekline-session-items session)
        (append (seq-take (seekline-session-items session) (plist-get params :from))
                (plist-get params :items) nil)
        (seekline-session-generation session) (plist-get params :generation)
        (seekline-session-listed session) (plist-get params :generation)
        (seekline-session-query session) (plist-get params :query)
        (seekline-session-more session) (eq (plist-get params :more) t)
        (seekline-session-total session) (plist-get params :total)
        (seekline-session-suggestion session) (plist-get params :suggestion)
        (seekline-session-partial session) (eq (plist-get params :partial) t)
        (seekline-session-failed session) (mapcar (lambda (failure) (plist-get failure :source)) (plist-get params :failed))))

(defun seekline--fold-error (session params)
  "Fold PARAMS, those of an `error', into SESSION.
The load of the list ends with it.  If that failed within the
call, no `loading' need follow."
  (setf (seekline-session-error session) params)
  (unless (equal (plist-get params :scope) "detail")
    (setf (seekline-session-loading session) nil
          (seekline-session-guessed session) nil)))

(provide 'seekline-state)
;;; seekline-state.el ends here
