;;; seekline.el --- Incremental search with the seekline engine  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;; Author: The seekline authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: convenience, matching, hypermedia
;; URL: https://example.org/seekline

;;; Commentary:

;; Search Wikipedia, Qiita, 155,000 Unicode characters and whatever else the engine `seekline' knows, while you type.
;;
;;   M-x seekline                 pick an item in the minibuffer, and insert or browse it
;;   M-x seekline-insert-unicode  the same for a character
;;   M-x seekline-list            search in a buffer that loads more as you scroll
;;
;; This file has the search in the minibuffer; seekline-list.el has the buffers.

;;; Code:

(require 'cl-lib)
(require 'seekline-session)
(require 'seekline-setting)
(require 'seekline-text)
(require 'seekline-action)
(require 'seekline-perform)
(require 'seekline-header)
(require 'seekline-list)
(require 'seekline-live)
(require 'seekline-minibuffer)
(require 'seekline-source)

;; For users who have not installed this as a package.
(autoload 'seekline-other-window "seekline-elsewhere" nil t)
(autoload 'seekline-other-frame "seekline-elsewhere" nil t)
(autoload 'seekline-completing-read "seekline-completing-read")

(defcustom seekline-candidates 50
  "How many candidates the minibuffer offers at most, from 1 to 500."
  :type 'natnum
  :group 'seekline)

(defun seekline--page-size ()
  "Return the maximum number of candidates to request."
  (seekline-setting 'seekline-candidates (lambda (it) (and (natnump it) (<= 1 it 500))) "a whole number from 1 to 500"))

(defvar seekline-history nil
  "The queries by which something was chosen in the minibuffer.")

;;;; The completion table

;; The engine decides what matches, so the completion style must let through everything that it gets.  A table does not
;; know which style calls it, and other styles ask for less than what was typed: only this one may search.

(defvar seekline--searching nil
  "Whether the completion table may ask the engine.")

(defun seekline--all (string table predicate _point)
  "Return the candidates of TABLE for STRING that PREDICATE accepts."
  (let ((seekline--searching t))
    (all-completions string table predicate)))

(defun seekline--try (string table predicate point)
  "Complete STRING with POINT by TABLE and PREDICATE.
That is, to the only candidate, or else not at all."
  (let ((all (seekline--all string table predicate point)))
    (cond ((null all) nil)
          ((cdr all) (cons string point))
          ((equal (car all) string) t)
          (t (cons (car all) (length (car all)))))))

(add-to-list 'completion-styles-alist
             '(seekline seekline--try seekline--all "Leaves it to the engine what matches."))

(cl-defstruct (seekline--table (:constructor seekline--make-table) (:copier nil))
  session
  (namer #'seekline--candidate)           ; what returns the candidate of an item of this table
  (known (make-hash-table :test #'equal)) ; every candidate that there was, and its item
  (text "")                               ; what stands in the minibuffer
  completed                               ; the same, if completion has inserted it, or else nil
  query                                   ; what the user has made of it last
  asked                                   ; what was asked for last
  input)                                  ; `num-input-keys' at that time

(defvar-local seekline--its-table nil
  "The table from which an item is chosen in this minibuffer.")

(defun seekline--candidate (table item)
  "Return the candidate of TABLE for ITEM.  No two items have the same."
  (let* ((known (seekline--table-known table))
         (title (seekline-title item))
         (title (if (string-blank-p title) (seekline-clean (plist-get item :id)) title))
         (candidate title)
         (number 1))
    (while (let ((other (gethash candidate known)))
             (and other (not (equal (plist-get other :id) (plist-get item :id)))))
      (setq candidate (format "%s (%d)" title (cl-incf number))))
    (puthash (substring-no-properties candidate) item known)
    candidate))

(defun seekline--item (table candidate)
  "Return the item of TABLE that CANDIDATE stands for, or has stood for."
  (gethash candidate (seekline--table-known table)))

(defun seekline--meant (table text)
  "Return the item of TABLE that TEXT in the minibuffer means, or nil.
It is in the list, and named in whatever case, unless completion
has inserted its name: after that, the list may be another one."
  (let ((listed (mapcar (lambda (item) (cons (funcall (seekline--table-namer table) table item) item))
                        (seekline-session-items (seekline--table-session table)))))
    (or (cdr (assoc-string text listed))
        (and (equal text (seekline--table-completed table)) (seekline--item table text))
        (cdr (assoc-string text listed t)))))

(defun seekline--ask-for-candidates (table string)
  "Let TABLE search for STRING, unless it does or has done so."
  (let* ((session (seekline--table-session table))
         (asked (seekline--table-asked table)))
    (unless (and (equal string asked)
                 (seekline-session-live-p session)
                 ;; A search that failed is tried again, but not twice for one key.
                 (or (not (seekline-session-error session))
                     (eql (seekline--table-input table) num-input-keys)))
      (let ((inhibit-quit t))
        (setf (seekline--table-asked table) string
              (seekline--table-input table) num-input-keys)
        (seekline-session-set-query session string)))))

(defun seekline--search (table string)
  "Let TABLE search for STRING, and return its candidates.
If there is input before they arrive, or the search fails, return none."
  (let ((session (seekline--table-session table)))
    (seekline--ask-for-candidates table string)
    (when (seekline-session-wait session)
      (let ((error (seekline-session-error session)))
        (if error
            (seekline--report session)
          (mapcar (lambda (item) (funcall (seekline--table-namer table) table item))
                  (seekline-session-items session)))))))

(defun seekline--complaint (session)
  "Return what to say about the error of SESSION.
The end of the engine has already been reported."
  (let ((error (seekline-session-error session)))
    (unless (equal (plist-get error :kind) "internal")
      (seekline-shorten (seekline-clean (plist-get error :message)) 200))))

(defun seekline--report (session)
  "Show the error of SESSION at the end of the minibuffer, and return nil."
  (let ((message-log-max nil)
        (complaint (seekline--complaint session)))
    (when complaint (message "%s" complaint)))
  nil)

(defun seekline--complete (table string predicate action)
  "The function of the completion table TABLE.
STRING, PREDICATE and ACTION are as in Info node `(elisp)Programmed
Completion'."
  (pcase action
    ('metadata `(metadata (category . seekline)
                          (affixation-function . ,(lambda (candidates) (seekline--affixate table candidates)))
                          (annotation-function . ,(lambda (candidate)
                                                    (seekline--annotate (seekline--item table candidate) t)))
                          (display-sort-function . identity)
                          (cycle-sort-function . identity)))
    (`(boundaries . ,_) nil)
    ('lambda (and (seekline--meant table string) t))
    (_ (seekline--complete-by table string predicate action))))

(defun seekline--complete-by (table string predicate action)
  "Do what ACTION, t or nil, asks of TABLE for STRING with PREDICATE."
  (let ((candidates (cl-remove-if-not (or predicate #'identity)
                                      (and seekline--searching (seekline--search table string)))))
    (cond (action candidates)
          (candidates (if (member string candidates) t string)))))

(defun seekline--annotate (item &optional glyph)
  "Return the annotation of the candidate of ITEM.
With GLYPH, it begins with what the item would insert."
  (let* ((about (and item (or (seekline-snippet item) (seekline-notes item))))
         (glyph (and item glyph (seekline-glyph item)))
         (beside (if item (string-width (seekline-shorten (plist-get item :title) seekline-title-length)) 0))
         (text (string-join (delq nil (list glyph about)) "  ")))
    (if (string-empty-p text)
        ""
      (setq text (concat "  " (bidi-string-mark-left-to-right
                               (truncate-string-to-width
                                text (max 20 (- (frame-width) beside 8)) nil nil "…"))))
      (add-face-text-property 0 (length text) 'seekline-note t text)
      text)))

(defun seekline--affixate (table candidates)
  "Return CANDIDATES of TABLE, each with its prefix and its suffix."
  (mapcar (lambda (candidate)
            (let* ((item (seekline--item table candidate))
                   (glyph (and item (seekline-glyph item)))
                   ;; Not in the candidate: that is what Emacs inserts when it is chosen.
                   (mark (substring (bidi-string-mark-left-to-right candidate) (length candidate))))
              (list candidate
                    (if glyph (concat glyph (make-string (max 1 (- 4 (string-width glyph))) ?\s)) "")
                    (concat (propertize mark 'face 'seekline-note) (seekline--annotate item)))))
          candidates))

;;;; Commands

(defun seekline-read (source &optional prompt)
  "Read an item of SOURCE in the minibuffer with PROMPT.
Return it as the engine's plist; or nil if it was left to what its
source can do with it, which has begun then, or for a list, which
is there then."
  (let ((chosen (catch 'seekline-list (seekline--read source prompt))))
    (if (not (stringp chosen))
        chosen
      (seekline-list source chosen)
      nil)))

(defun seekline--read (source prompt)
  "Do as `seekline-read' with SOURCE and PROMPT.
If the user wants a list, throw its query to `seekline-list'."
  (seekline--with-session session (seekline-session-open source
                                                         `(:pageSize ,(seekline--page-size) :trigger "incremental")
                                                         (seekline--teller))
    (let* ((table (seekline--make-table :session session))
           (history (copy-sequence seekline-history))
           (seekline-perform--wanted nil)
           (note-history (lambda () (setq history (copy-sequence seekline-history))))
           (item (minibuffer-with-setup-hook (:append (lambda ()
                                                        (seekline--set-up table)
                                                        (add-hook 'minibuffer-exit-hook note-history nil t)))
                   (seekline--meant table (seekline--completing-read (or prompt (format "Search %s: " source))
                                                                     (apply-partially #'seekline--complete table)
                                                                     nil t nil 'seekline-history)))))
      ;; What is chosen is a title; what users want back from the history is the query.
      (setq seekline-history history)
      (when (and item (not (string-blank-p (or (seekline--table-query table) ""))))
        (add-to-history 'seekline-history (seekline--table-query table)))
      (if (and item seekline-perform--wanted)
          (seekline-perform session item)
        item))))

(defun seekline--set-up (table)
  "Prepare the minibuffer for queries, with TABLE."
  (seekline--type-freely)
  (unless (assq 'styles (assq 'seekline completion-category-overrides))
    (seekline--complete-by-engine 'seekline))
  (setq-local completion-ignore-case t)
  (seekline-perform-set-up)
  (setq seekline--its-table table)
  (local-set-key (kbd "C-c C-o") #'seekline-continue-in-list)
  (dolist (hook '(post-command-hook minibuffer-exit-hook))
    (add-hook hook (lambda () (seekline--note-text table)) nil t))
  (seekline-live-set-up (seekline--table-session table) (lambda (text) (seekline--ask-for-candidates table text))))

(defun seekline-continue-in-list ()
  "Leave the minibuffer, and search for the same in a list."
  (interactive)
  (unless seekline--its-table
    (user-error "Nothing is searched for here"))
  (throw 'seekline-list (or (seekline--table-query seekline--its-table) "")))

(defun seekline--complete-by-engine (category)
  "Let the engine complete in this minibuffer, which is for a CATEGORY.
Minibuffers within it are left alone."
  ;; Not by default: some completion interfaces empty the defaults.
  (setq-local completion-category-overrides
              (cons `(,category (styles seekline) ,@(cdr (assq category completion-category-overrides)))
                    completion-category-overrides)))

(defun seekline--type-freely ()
  "Let the space bar and \"?\" insert themselves, as queries have them."
  (let ((map (make-sparse-keymap)))
    (define-key map " " #'self-insert-command)
    (define-key map "?" #'self-insert-command)
    (use-local-map (make-composed-keymap map (current-local-map)))))

(defconst seekline--completing "complet\\|vertico\\|exit"
  "Matches the names of commands that insert candidates.")

(defun seekline--note-text (table)
  "Note what this command has made of the text in the minibuffer of TABLE.
It is the query, unless completion has inserted a candidate."
  (let ((text (minibuffer-contents-no-properties))
        (before (seekline--table-text table)))
    (unless (equal text before)
      (let ((completed (and (gethash text (seekline--table-known table))
                            (symbolp this-command)
                            (string-match-p seekline--completing (symbol-name this-command))
                            ;; Some of them also delete.
                            (not (string-prefix-p text before)))))
        (setf (seekline--table-text table) text
              (seekline--table-completed table) (and completed text))
        (unless completed
          (setf (seekline--table-query table) text))))))

(defun seekline--teller ()
  "Return a listener to show the state of a search in the minibuffer."
  (let ((said nil))
    (lambda (session &rest _)
      (let ((words (seekline--words session))
            (message-log-max nil))
        (unless (or (and (equal said words) (not seekline-silent)) (not (active-minibuffer-window)))
          (setq said words)
          (if words (message "%s" words) (message nil))
          (redisplay))
        (seekline-live-update session)))))

(defun seekline--words (session)
  "Return what to say about SESSION after the text, or nil."
  (let ((settled (seekline-session-settled-p session)))
    (cond (seekline-silent seekline-silence-words)
          ((seekline-session-stalled session) "searching…")
          ((not settled) nil)
          ((seekline-session-error session) (seekline--complaint session))
          ((and (> (seekline-session-short-by session) 0)
                (not (string-blank-p (seekline-session-text session))))
           (seekline-shortage session))
          ((seekline-session-partial session)
           "partial: some of what was asked for did not answer"))))

;;;###autoload
(defun seekline (source)
  "Search SOURCE while you type, and act on what is chosen.
SOURCE is `seekline-source'; with a prefix argument it is asked
for.  What is done with the item is up to `seekline-action'."
  (interactive (list (if current-prefix-arg (seekline-read-source) seekline-source)))
  (seekline-action)
  (when-let ((item (seekline-read source)))
    (seekline-act item)))

;;;###autoload
(defun seekline-insert-unicode (count)
  "Search the Unicode characters, and insert the chosen one COUNT times.
They are found by words of their names, or by their code points."
  (interactive "p")
  (barf-if-buffer-read-only)
  (when-let ((item (seekline-read "unicode" "Character: ")))
    (dotimes (_ count)
      (insert (plist-get item :insert)))))

(provide 'seekline)
;;; seekline.el ends here
