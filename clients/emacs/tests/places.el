;;; places.el --- Files that the items of tests are in  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'seekline-items)
(require 'seekline-elsewhere)

(defvar places-folder nil
  "Where the files of a test are.")

(defun places-path (name)
  "Return the path of the file NAME of this test."
  (expand-file-name name places-folder))

(defun places-item (name &rest place)
  "Return an item in the file NAME, at PLACE."
  (list :id name :title (concat "in " name) :location (append (list :path (places-path name)) place)))

(defmacro places-with-files (&rest body)
  "Run BODY with a folder of files, in one window."
  (declare (indent 0))
  `(let ((places-folder (make-temp-file "seekline-location" t))
         (make-backup-files nil))
     (unwind-protect
         (save-window-excursion
           (with-temp-file (places-path "notes.py")
             (insert (mapconcat (lambda (number)
                                  ;; To a reader, "é" is one character; it is two code points.
                                  (if (= number 400) "x = 'añe\u0301👍c'" (format "line_%d = %d" number number)))
                                (number-sequence 1 1000) "\n")
                     "\n"))
           (delete-other-windows)
           ,@body)
       (dolist (buffer (buffer-list))
         (when (and (buffer-file-name buffer) (string-prefix-p places-folder (buffer-file-name buffer)))
           (kill-buffer buffer)))
       (delete-directory places-folder t))))

(defun places-here ()
  "Return the name of this buffer's file, the line, and the text after point."
  (list (and buffer-file-name (file-name-nondirectory buffer-file-name))
        (line-number-at-pos)
        (buffer-substring-no-properties (point) (line-end-position))))

(defmacro places-with-list (items &rest body)
  "Run BODY in a list of ITEMS, at its first one."
  (declare (indent 1))
  `(let ((items (vconcat ,items)))
     (seekline-list "list" "")
     (unwind-protect
         (progn
           (seekline-session-set-items seekline-list--session (length items) (lambda (number) (aref items number)))
           (seekline-list-refresh)
           (support-wait "the list" (= seekline-rows-count (length items)))
           (goto-char (point-min))
           ,@body)
       (dolist (buffer (buffer-list))
         (when (string-match-p "\\`\\*seekline: list" (buffer-name buffer))
           (kill-buffer buffer)))
       (ignore-errors (kill-buffer seekline-detail-buffer)))))

;;;; From place to place

(defun places-lines (&rest numbers)
  "Return items of which those with NUMBERS are in lines of a file.
The others, which are nil in NUMBERS, have an address instead."
  (cl-loop for number in numbers for count from 1
           collect (if number
                       (plist-put (places-item "notes.py" :line number) :id (format "line %d" number))
                     (list :id (format "page %d" count) :title "a page" :url "https://example.org/"))))

(defun places-line (number)
  "Return what `places-here' is in the line NUMBER."
  (list "notes.py" number (format "line_%d = %d" number number)))

(defmacro places-with-lines (numbers &rest body)
  "Run BODY in a window other than that of a list of NUMBERS."
  (declare (indent 1))
  `(places-with-files
     (let ((inhibit-message t)
           (seekline-session-patience 60)
           (next-error-last-buffer nil)
           (elsewhere (generate-new-buffer "elsewhere")))
       (unwind-protect
           (places-with-list (apply #'places-lines ,numbers)
             (let ((list (current-buffer)))
               (ignore list)
               (pop-to-buffer elsewhere '(nil (inhibit-same-window . t)))
               ,@body))
         (kill-buffer elsewhere)))))

(defun places-go (command &optional argument)
  "Call COMMAND with the prefix ARGUMENT; return the line of the place, or the message."
  (condition-case problem
      (let ((current-prefix-arg argument))
        (call-interactively command)
        ;; As it is for the next command.
        (set-buffer (window-buffer))
        (nth 1 (places-here)))
    (error (cadr problem))))

(provide 'places)
;;; places.el ends here
