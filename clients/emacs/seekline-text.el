;;; seekline-text.el --- Text from servers, made fit to be shown  -*- lexical-binding: t; -*-

;; Copyright (c) 2026 The seekline authors
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A server can send anything: control characters, text that changes the direction of what follows, titles of a million
;; characters.  Everything that is shown goes through here; what is inserted into a buffer does not.

;;; Code:

(require 'subr-x)

(defface seekline-match '((t :inherit match))
  "Face of what matches the query."
  :group 'seekline)

(defface seekline-title '((t :inherit bold))
  "Face of the titles of items."
  :group 'seekline)

(defface seekline-note '((t :inherit shadow))
  "Face of what stands beside and below titles."
  :group 'seekline)

(defconst seekline-title-length 300
  "How many characters of a title are shown.")

(defconst seekline-snippet-length 300
  "How many characters of a snippet are shown.")

(defconst seekline--unclean "[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufff9-\ufffb\uffff]"
  "Matches what `seekline-clean' does not leave as it is.")

(defun seekline-clean (text)
  "Return TEXT on one line.
Control characters, and those that turn the direction of what
follows, become U+FFFD."
  ;; Nearly all text is clean, and each key shows some hundred strings.
  (if (string-match-p seekline--unclean text)
      (with-temp-buffer
        (insert text)
        (seekline--replace "[\t\n\r\u2028\u2029]+" " ")
        (seekline--replace seekline--unclean "\ufffd")
        (buffer-string))
    text))

(defun seekline--replace (regexp replacement)
  "Replace what matches REGEXP in this buffer by REPLACEMENT.
In a string, each of many takes longer than the one before."
  (goto-char (point-min))
  (while (re-search-forward regexp nil t)
    (replace-match replacement t t)))

(defun seekline-clean-lines (text)
  "Return TEXT with its lines, each of them clean."
  (mapconcat #'seekline-clean (split-string text "\r?\n") "\n"))

(defun seekline-trim (text &optional blanks)
  "Return TEXT without the BLANKS at its ends.
These are as for `skip-chars-forward', by default \" \\t\\n\\r\".  Unlike
`string-trim', this is fast no matter how many stand in between."
  (with-temp-buffer
    (insert (seekline-trim-right text blanks))
    (goto-char (point-min))
    (skip-chars-forward (or blanks " \t\n\r"))
    (buffer-substring (point) (point-max))))

(defun seekline-trim-right (text &optional blanks)
  "Return TEXT without the BLANKS at its end; see `seekline-trim'."
  (with-temp-buffer
    (insert text)
    (skip-chars-backward (or blanks " \t\n\r"))
    (buffer-substring (point-min) (point))))

(defun seekline-shorten (text length)
  "Return TEXT, cut to LENGTH characters."
  (if (> (length text) length)
      (concat (substring text 0 (1- length)) "…")
    text))

(defconst seekline-query-length 2000
  "How many characters of a query are sent.
The library waits for the answer to a request only once it has
been written, and what is longer than a pipe's buffer may be
answered before that.")

(defun seekline-plain (text)
  "Return TEXT as a query: Unicode characters only, and not too many."
  ;; Raw bytes and surrogates cannot be written as JSON, and NUL in a query means nothing.
  (concat (mapcar (lambda (char) (if (or (> char #x10ffff) (<= #xd800 char #xdfff) (= char 0)) #xfffd char))
                  ;; Without an ellipsis, which would be searched for.
                  (substring-no-properties text 0 (min (length text) seekline-query-length)))))

(defun seekline-title (item)
  "Return the title of ITEM, clean.
Its matches are highlighted if its snippet tells them."
  (let ((title (plist-get item :title))
        (snippet (plist-get item :snippet)))
    (if (and snippet (equal (string-join snippet) title) (<= (length title) seekline-title-length))
        (seekline-highlight snippet)
      (seekline-shorten (seekline-clean (seekline-shorten title (* 2 seekline-title-length))) seekline-title-length))))

(defun seekline-snippet (item)
  "Return the snippet of ITEM with its matches highlighted.
If it says no more than the title, return nil."
  (when-let ((snippet (plist-get item :snippet)))
    (unless (equal (string-join snippet) (plist-get item :title))
      (let ((text (seekline-trim (seekline-highlight snippet))))
        (unless (string-empty-p text)
          (seekline-shorten text seekline-snippet-length))))))

(defun seekline-highlight (snippet)
  "Return the text of SNIPPET, strings of which the odd ones are matches."
  (let ((match nil) (length 0) (index 0) parts)
    ;; Only a little is shown, and the rest may be long.
    (while (and (< index (length snippet)) (< length (* 2 seekline-snippet-length)))
      (let* ((part (aref snippet index))
             (clean (seekline-clean (seekline-shorten part (* 2 seekline-snippet-length)))))
        (unless (string-empty-p part)
          (push (if match (propertize clean 'face 'seekline-match) clean) parts))
        (setq length (+ length (length part))
              match (not match)
              index (1+ index))))
    (apply #'concat (nreverse parts))))

(defun seekline-glyph (item)
  "Return the text of ITEM, fit to be shown, if it is one character, or nil."
  (let ((insert (plist-get item :insert)))
    (when (and insert (= (length insert) 1))
      (let ((char (aref insert 0)))
        (pcase (get-char-code-property char 'general-category)
          ((or 'Mn 'Mc 'Me) (string ?◌ char))
          ((or 'Cc 'Cf 'Cs 'Co 'Cn 'Zs 'Zl 'Zp) "·")
          (_ (if (char-displayable-p char) (bidi-string-mark-left-to-right insert) "·")))))))

(defun seekline-notes (item)
  "Return in one line what should stand beside the title of ITEM, or nil.
That is whose it is, if several sources were searched at once, and what it
has of fields with texts."
  (let* ((shown (list (plist-get item :title) (plist-get item :insert) (plist-get item :url) (plist-get item :id)))
         (values (and (seekline-glyph item) (list (plist-get item :id)))))
    (when (plist-get item :source)
      (push (plist-get item :source) values))
    (cl-loop for (_name value) on (plist-get item :fields) by #'cddr
             when (and (stringp value) (not (string-blank-p value)) (not (member value shown)))
             do (push value values))
    (when values
      (seekline-shorten (bidi-string-mark-left-to-right (seekline-clean (string-join (nreverse values) " · ")))
                        seekline-snippet-length))))

(provide 'seekline-text)
;;; seekline-text.el ends here
