;;; projects.el --- Projects in which tests search  -*- lexical-binding: t; -*-

;;; Code:

(require 'support)
(require 'seekline-elsewhere)

(defvar projects-folder nil
  "Where the projects of a test are.")

(defun projects-path (name)
  "Return the path of NAME in the folder of this test."
  (expand-file-name name projects-folder))

(defun projects-prepare ()
  "Make the projects a and b with the same file names, and sources that search whichever folder they run in."
  (dolist (project '("a" "b"))
    (make-directory (projects-path (concat project "/.git")) t)
    (make-directory (projects-path (concat project "/sub")))
    (write-region (format "one\nword of %s\n" project) nil (projects-path (concat project "/sub/notes.txt")) nil 'silent)
    (write-region (format "line of %s\n" project) nil (projects-path (concat project "/top.txt")) nil 'silent))
  (make-directory (projects-path "plain"))
  (write-region "word of nobody\n" nil (projects-path "plain/notes.txt") nil 'silent)
  (write-region
   (json-serialize
    '(:sources
      (:grep (:type "command" :argv ["grep" "-rn" "--include=*.txt" "--" "{query}" "."]
              :pattern "path:line:text" :item (:title "{text}") :nothingFound 1)
       :top (:type "lines" :path "top.txt")
       :act (:type "command" :argv ["ls"]
             :actions [(:name "wait" :title "Wait"
                        :argv ["sh" "-c" "while [ ! -e go ]; do sleep 0.01; done; pwd"])]))))
   nil (projects-path "config.json") nil 'silent))

(defmacro projects-with (&rest body)
  "Run BODY with the projects and their sources, in one window."
  (declare (indent 0))
  `(let* ((projects-folder (file-truename (make-temp-file "seekline-directory" t)))
          (seekline-arguments (list "--config" (projects-path "config.json")))
          (seekline--sessions (make-hash-table :test #'equal)))
     (unwind-protect
         (save-window-excursion
           (projects-prepare)
           (seekline-stop)
           (delete-other-windows)
           ,@body)
       (dolist (buffer (buffer-list))
         (when (or (string-match-p "\\`\\*seekline\\(:\\| detail\\)" (buffer-name buffer))
                   (and (buffer-file-name buffer) (string-prefix-p projects-folder (buffer-file-name buffer))))
           (kill-buffer buffer)))
       (seekline-stop)
       (delete-directory projects-folder t))))

(defmacro projects-in (name &rest body)
  "Run BODY in a buffer whose folder is NAME."
  (declare (indent 1))
  `(with-temp-buffer
     (setq default-directory (file-name-as-directory (projects-path ,name)))
     ,@body))

(defun projects-list (folder source query)
  "Search SOURCE for QUERY in a list, from FOLDER; return the list when it is there."
  (projects-in folder
    (seekline-list source query)
    (support-settle seekline-list--session)
    (goto-char (point-min))
    (current-buffer)))

(defun projects-here ()
  "Return the path of this buffer's file in the folder of this test, and the line."
  (list (file-relative-name buffer-file-name projects-folder) (line-number-at-pos)))

(defun projects-titles (folder source query)
  "Return the titles of what SOURCE finds for QUERY from FOLDER, and close that search."
  (projects-in folder
    (support-with-session (session source)
      (seekline-session-submit session query)
      (support-settle session)
      (should-not (seekline-session-error session))
      (support-titles session))))

(defun projects-told (&optional since)
  "Return the messages about the folder after SINCE, a position in the messages, or that position."
  (with-current-buffer (messages-buffer)
    (if since
        (progn (sit-for 0)
               (accept-process-output nil 0.05)
               (let ((text (buffer-substring since (point-max))))
                 (and (string-match "^seekline: .*" text) (match-string 0 text))))
      (point-max))))

(provide 'projects)
;;; projects.el ends here
