;;; seekline-completing-read.el --- A `completing-read' over a big list  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `completing-read', where the engine says what matches, and in what order.  Emacs never blocks on it: input ends each
;; wait.  The result is one of the caller's strings.

;;; Code:

(require 'cl-lib)
(require 'seekline)
(require 'seekline-items)

(cl-defstruct (seekline--choices (:include seekline--table)
                                 (:constructor seekline--make-choices (session namer strings))
                                 (:copier nil))
  strings)                              ; all that there is to choose from

(defun seekline--choice (choices item)
  "Return the string of CHOICES that ITEM stands for.
What matches is highlighted in it."
  (let ((string (aref (seekline--choices-strings choices) (string-to-number (plist-get item :id))))
        (snippet (plist-get item :snippet))
        (from 0))
    (if (not (and snippet (equal (string-join snippet) (substring-no-properties string))))
        string
      (setq string (copy-sequence string))
      (seq-do-indexed (lambda (part index)
                        (let ((to (+ from (length part))))
                          (when (cl-oddp index)
                            (add-face-text-property from to 'seekline-match nil string))
                          (setq from to)))
                      snippet)
      string)))

(defun seekline--choices-metadata (collection predicate)
  "Return the metadata of COLLECTION with PREDICATE, except for how to sort."
  (let ((metadata (cdr (completion-metadata "" collection predicate))))
    `(metadata (category . ,(or (alist-get 'category metadata) 'seekline))
               (display-sort-function . identity)
               (cycle-sort-function . identity)
               ,@(cl-remove-if (lambda (entry)
                                 (memq (car entry) '(category display-sort-function cycle-sort-function)))
                               metadata))))

(defun seekline--choices-table (choices collection predicate)
  "Return a completion table for CHOICES.
They are those of COLLECTION with PREDICATE."
  (let ((metadata (seekline--choices-metadata collection predicate)))
    (lambda (string further action)
      (pcase action
        ('metadata metadata)
        (`(boundaries . ,_) nil)
        ('lambda (test-completion string collection predicate))
        (_ (seekline--complete-by choices string further action))))))

(defun seekline--choose-and-exit (choices)
  "Take the string of CHOICES that is in the minibuffer.
If there is none, take one that equals that text but for case, or
else the best match; if there is input before that is known, take
nothing."
  (let* ((text (minibuffer-contents-no-properties))
         (strings (append (seekline--choices-strings choices) nil)))
    (if (or (string-empty-p text) (assoc-string text strings))
        (exit-minibuffer)
      (let ((choice (or (assoc-string text strings t)
                        (car (seekline--all text minibuffer-completion-table minibuffer-completion-predicate
                                            (length text))))))
        (cond (choice (delete-minibuffer-contents)
                      (insert (substring-no-properties choice))
                      (exit-minibuffer))
              ((not (input-pending-p)) (minibuffer-message "No match")))))))

(defun seekline--set-up-choices (choices require-match)
  "Prepare the minibuffer for CHOICES.
With a REQUIRE-MATCH of t, RET takes the best match."
  (seekline--type-freely)
  (seekline-live-set-up (seekline--table-session choices) (lambda (text) (seekline--ask-for-candidates choices text)))
  (when (eq require-match t)
    (let ((map (make-sparse-keymap)))
      (define-key map [remap minibuffer-complete-and-exit]
        (lambda () (interactive) (seekline--choose-and-exit choices)))
      (use-local-map (make-composed-keymap map (current-local-map))))))

;;;###autoload
(defun seekline-completing-read (prompt collection &optional predicate require-match initial-input hist def inherit-input-method)
  "Read a string in the minibuffer, with completion by the engine.
PROMPT, COLLECTION, PREDICATE, REQUIRE-MATCH, INITIAL-INPUT, HIST,
DEF and INHERIT-INPUT-METHOD are those of `completing-read', and
so is what comes of it.  A COLLECTION that is a function is asked
once, for what it has for no input.  With a REQUIRE-MATCH of t,
RET takes what fits best, in Emacs's own completion too."
  (let ((strings (vconcat (all-completions "" collection predicate))))
    ;; None of this depends on a folder.
    (seekline--with-session session (seekline--open "list" `(:pageSize ,(seekline--page-size)) (seekline--teller))
      (let* ((choices (seekline--make-choices session #'seekline--choice strings))
             (table (seekline--choices-table choices collection predicate))
             (category (completion-metadata-get (funcall table "" nil 'metadata) 'category)))
        (seekline-session-set-items session (length strings)
                                    (lambda (number)
                                      (list :id (number-to-string number)
                                            :title (substring-no-properties (aref strings number)))))
        (minibuffer-with-setup-hook (:append (lambda ()
                                                 (seekline--complete-by-engine category)
                                                 (seekline--set-up-choices choices require-match)))
          (seekline--completing-read prompt table nil require-match initial-input hist def inherit-input-method))))))

(provide 'seekline-completing-read)
;;; seekline-completing-read.el ends here
