;;; seekline-perform.el --- What a source can do with an item  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A menu of what the source of an item can do with it, and the result.  A menu belongs to one item in the list in which
;; the user saw it: the engine refuses if another list is shown by then.  An action is requested once, nothing blocks on
;; it, and its end is reported in any case, even if its session has been closed or its engine has died.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'seekline-minibuffer)
(require 'seekline-session)
(require 'seekline-text)

(defvar seekline-perform--wanted nil
  "Whether the minibuffer was left to choose what is done with the item.")

(defun seekline-perform-set-up ()
  "Let a key of this minibuffer choose what is done with the item."
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "M-o") #'seekline-perform-and-exit)
    (use-local-map (make-composed-keymap map (current-local-map)))))

(defun seekline-perform-and-exit ()
  "Take what RET would take, and choose what its source shall do with it."
  (interactive)
  (setq seekline-perform--wanted t)
  ;; It returns if it did not exit.
  (condition-case problem
      (call-interactively (key-binding (kbd "RET")))
    ((error quit)
     (setq seekline-perform--wanted nil)
     (signal (car problem) (cdr problem))))
  (setq seekline-perform--wanted nil))

;;;; The menu

(defun seekline-perform (session item)
  "Choose what the source of ITEM, in the list of SESSION, shall do with it.
That is begun, and what comes of it is told when it is over."
  (let* ((choices (seekline-perform--choices item))
         (connection (seekline-session-connection session))
         (generation (seekline-session-listed session))
         ;; A list without a generation is from an earlier engine.
         (shown (and generation (memq item (seekline-session-items session))))
         (action (and choices shown (seekline-perform--read item choices))))
    (cond ((not choices) (user-error "The source of %s offers no actions on it" (seekline-perform--name item)))
          ((and shown (not action)) nil)
          ((and shown (seekline-session-live-p session) (eq connection (seekline-session-connection session)))
           (seekline-perform--begin session item action generation))
          ;; The list is gone, by itself or with its engine.
          (t (seekline-perform--tell item nil '(:code -32003)))))
  nil)

(defun seekline-perform--name (item)
  "Return what to call ITEM in a message."
  (seekline-shorten (seekline-title item) 100))

(defun seekline-perform--choices (item)
  "Return the actions of ITEM as an alist, by their titles."
  (let (choices)
    (seq-doseq (action (plist-get item :actions))
      (let ((title (seekline-shorten (seekline-clean (plist-get action :title)) 200)))
        (push (cons (if (assoc title choices) (format "%s (%s)" title (plist-get action :name)) title) action)
              choices)))
    (nreverse choices)))

(defun seekline-perform--read (item choices)
  "Let the user choose one of CHOICES for ITEM; return the action, or nil."
  (let ((table (lambda (string predicate action)
                 (if (eq action 'metadata)
                     '(metadata (category . seekline-action)
                                (display-sort-function . identity)
                                (cycle-sort-function . identity))
                   (complete-with-action action choices string predicate)))))
    (cdr (assoc (seekline--completing-read (format "%s: " (seekline-perform--name item)) table nil t) choices))))

;;;; What comes of it

(defvar seekline-perform--under-way nil
  "What is under way: for each, its connection, its item and its action.")

(defun seekline-perform--under-way-p ()
  "Whether an action is under way."
  seekline-perform--under-way)

(add-hook 'seekline-engine-busy-functions #'seekline-perform--under-way-p)

(defun seekline-perform--begin (session item action generation)
  "Let the source of ITEM do ACTION with it, for the list of GENERATION in SESSION."
  (let* ((inhibit-quit t)
         (connection (seekline-session-connection session))
         (entry (list connection item action))
         (over (lambda (result error)
                 ;; The end of the engine is handled below, after its last words.
                 (unless (and error (not (jsonrpc-running-p connection)))
                   (setq seekline-perform--under-way (delq entry seekline-perform--under-way))
                   (seekline-perform--tell item action error result)))))
    (push entry seekline-perform--under-way)
    (message "%s…" (seekline-clean (plist-get action :title)))
    (ignore-error (error file-error) ; of an engine that ends this very moment
      (seekline-silence-request
       connection 'perform
       (list :session (seekline-session-name session) :id (plist-get item :id)
             :action (plist-get action :name) :generation generation)
       (lambda (result) (funcall over result nil))
       (lambda (error) (funcall over nil error))))))

(defun seekline-perform--hear (connection method _params)
  "Report what was under way in the engine of CONNECTION, if METHOD is its end."
  (when (eq method 'ended)
    (pcase-dolist (`(,of ,item ,action) (reverse seekline-perform--under-way))
      (when (eq of connection)
        (seekline-perform--tell item action
                                '(:message "the engine has ended: the outcome is unknown, and the action is not repeated"))))
    (setq seekline-perform--under-way (assq-delete-all connection seekline-perform--under-way))))

(add-hook 'seekline-engine-functions #'seekline-perform--hear t)

(defun seekline-perform--tell (item action error &optional result)
  "Report what came of ACTION with ITEM: RESULT, or ERROR."
  (let ((title (and action (seekline-clean (plist-get action :title)))))
    (message "seekline: %s"
             (cond ((eql (plist-get error :code) -32003)
                    (format "the list has changed meanwhile; nothing was done with “%s”" (seekline-perform--name item)))
                   (error (format "%s: %s" title (seekline-shorten (seekline-clean (plist-get error :message)) 500)))
                   ((plist-get result :message) (seekline-shorten (seekline-clean (plist-get result :message)) 500))
                   (t (format "%s: done with “%s”" title (seekline-perform--name item)))))))

(provide 'seekline-perform)
;;; seekline-perform.el ends here
