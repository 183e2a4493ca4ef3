;;; location-tests.el --- Tests of items that are in files  -*- lexical-binding: t; -*-

;;; Code:

(require 'places)
(require 'xref)

(ert-deftest location-is-visited-and-left-again ()
  (places-with-files
    (with-temp-buffer
      (switch-to-buffer (current-buffer))
      (insert "one two")
      (goto-char 4)
      (let ((origin (current-buffer)))
        (seekline-act (places-item "notes.py" :line 400 :column 11))
        (should (equal (places-here) '("notes.py" 400 "c'")))
        (with-no-warnings (xref-pop-marker-stack))
        (should (eq (current-buffer) origin))
        (should (= (point) 4))))))

(ert-deftest location-in-the-same-file-leaves-a-mark ()
  (places-with-files
    (seekline-visit (places-item "notes.py" :line 7))
    (narrow-to-region (line-beginning-position) (line-end-position))
    (let ((place (point)))
      (seekline-visit (places-item "notes.py" :line 400))
      (should (equal (places-here) '("notes.py" 400 "x = 'añe\u0301👍c'")))
      (should (= (mark t) place)))))

(ert-deftest location-that-does-not-exist-leads-to-the-nearest-place ()
  (places-with-files
    (pcase-dolist (`(,place . ,here) '(((:line 400 :column 1000) 400 "") ((:line 100000) 1000 "line_1000 = 1000")
                                       ((:line 3) 3 "line_3 = 3") (nil 3 "line_3 = 3")))
      (seekline-visit (apply #'places-item "notes.py" place))
      (should (equal (cdr (places-here)) here)))))

;; `seekline--place' is called with items from the engine.
(ert-deftest location-that-begins-with-a-tilde-is-in-the-folder-unless-only-the-home-has-it ()
  (places-with-files
    (let ((process-environment (cons (concat "HOME=" places-folder "/home") process-environment)))
      (cl-flet ((place (path)
                  (let ((item (list :id "1" :title "1" :location (list :path path))))
                    (seekline--place item places-folder)
                    (file-relative-name (plist-get (plist-get item :location) :path) places-folder))))
        (should (equal (place "notes.py") "notes.py"))
        (should (equal (place (places-path "notes.py")) "notes.py"))
        (should (equal (place "~/notes.py") "home/notes.py"))
        (should (equal (place "~root/notes.py") "~root/notes.py"))
        (make-directory (places-path "./~"))
        (should (equal (place "~/notes.py") "home/notes.py"))
        (with-temp-file (places-path "./~/notes.py"))
        (should (equal (place "~/notes.py") "~/notes.py"))))))

(ert-deftest location-that-cannot-be-visited-is-reported ()
  (places-with-files
    (call-process "mkfifo" nil nil nil (places-path "pipe"))
    (pcase-dolist (`(,item . ,words)
                   (list (cons (places-item "gone") "There is no file .*/gone\\'")
                         (cons (places-item "pipe") "/pipe is not a file\\'")
                         (cons '(:title "no place") "This item is not in a file")
                         ;; A path is always on this machine: nothing is looked up over the network.
                         (cons '(:location (:path "/ssh:nobody@127.0.0.1:/x")) "There is no file /ssh:nobody")))
      (let ((problem (should-error (seekline-visit item) :type 'user-error)))
        (should (string-match-p words (cadr problem)))))))

(ert-deftest location-opens-in-another-window-or-frame ()
  (places-with-files
    (cl-letf* ((item (places-item "notes.py" :line 400 :column 11))
               ((symbol-function 'seekline-read) (lambda (&rest _) item)))
      (with-temp-buffer
        (switch-to-buffer (current-buffer))
        (let ((origin (current-buffer)))
          (call-interactively #'seekline-other-window)
          (should (equal (places-here) '("notes.py" 400 "c'")))
          (should (= 2 (length (window-list))))
          (should (get-buffer-window origin))
          (delete-other-windows)
          ;; There are no frames without a screen.
          (let (displayed)
            (cl-letf (((symbol-function 'switch-to-buffer-other-frame) (lambda (buffer) (setq displayed (set-buffer buffer)))))
              (call-interactively #'seekline-other-frame))
            (should (equal (buffer-name displayed) "notes.py"))))))))

(ert-deftest location-is-visited-from-a-list ()
  (places-with-files
    (places-with-list (list (places-item "notes.py" :line 400 :column 11) (list :title "no place"))
      (let ((list (current-buffer)))
        (seekline-list-open)
        (should (equal (places-here) '("notes.py" 400 "c'")))
        (with-no-warnings (xref-pop-marker-stack))
        (should (eq (current-buffer) list))
        (call-interactively (key-binding "o"))
        (should (equal (places-here) '("notes.py" 400 "c'")))
        (should (get-buffer-window list))
        (switch-to-buffer list)
        (seekline-list-next 1)
        (should (equal "This item is not in a file" (cadr (should-error (call-interactively (key-binding "F")) :type 'user-error))))))))

(defun location-tests-shown ()
  "Return what the detail shows: its text, and the lines that are marked."
  (with-current-buffer seekline-detail-buffer
    (let (marked)
      (save-excursion
        (goto-char (point-min))
        (while (not (eobp))
          (when (get-text-property (point) 'seekline-marked)
            (push (buffer-substring-no-properties (point) (line-end-position)) marked))
          (forward-line 1)))
      (list (buffer-substring-no-properties (point-min) (point-max)) (nreverse marked)))))

(ert-deftest location-is-shown-with-its-surrounding-lines ()
  (places-with-files
    (places-with-list (list (places-item "notes.py" :line 500))
      (let (hooked)
        (let ((python-mode-hook (list (lambda () (setq hooked t)))))
          (seekline-list-show))
        (should-not hooked))
      (pcase-let ((`(,text ,marked) (location-tests-shown)))
        (should (equal marked '("line_500 = 500")))
        (should (string-match-p "\\`line_300 = 300\n" text))
        (should (string-match-p "\nline_700 = 700\n\\'" text)))
      (with-current-buffer seekline-detail-buffer
        (should (derived-mode-p 'seekline-detail-mode))
        (should (equal (line-number-at-pos (window-point (get-buffer-window))) 201))
        (goto-char (point-min))
        (search-forward "line_499")
        (should (eq (get-text-property (match-beginning 0) 'face) 'font-lock-variable-name-face)))
      ;; It is not a buffer of that file.
      (should-not (get-file-buffer (places-path "notes.py"))))))

(ert-deftest location-is-shown-without-document-viewers ()
  (places-with-files
    (let ((text "%PDF-1.4\nno program is to read this\n")
          viewed)
      (cl-letf (((symbol-function 'doc-view-mode-maybe) (lambda () (setq viewed t)))
                ((symbol-function 'image-mode) (lambda () (setq viewed t))))
        (dolist (name '("a.pdf" "a.png"))
          (with-temp-file (places-path name) (insert text))
          (seekline-detail-open nil (places-item name :line 2) nil)
          (should (equal (location-tests-shown) (list text '("no program is to read this")))))
        (dolist (language '("pdf" "image" "png"))
          (let ((detail `(:title "a text" :text ,text :format "code" :language ,language)))
            (seekline-detail--show detail (lambda () (seekline-detail--insert detail nil)) nil)))
        (should-not viewed)))))

(ert-deftest location-shown-last-is-not-replaced-by-a-late-detail ()
  (places-with-files
    (let (answer)
      (cl-letf (((symbol-function 'seekline-session-detail) (lambda (_session _id success _failure) (setq answer success))))
        (seekline-detail-open (seekline--make-session :source "unicode") '(:id "slow" :title "slow") nil)
        (seekline-detail-open nil (places-item "notes.py" :line 500) nil)
        ;; The earlier request is answered now.
        (funcall answer '(:id "slow" :title "slow" :text "too late")))
      (should (equal (cadr (location-tests-shown)) '("line_500 = 500"))))))

(ert-deftest location-is-shown-exactly-as-in-its-file ()
  (places-with-files
    (let ((text "Content-Type: text/enriched\nText-Width: 70\n\n<bold>loud</bold>\nlast\n"))
      (with-temp-file (places-path "enriched") (insert text))
      (seekline-detail-open nil (places-item "enriched" :line 5) nil)
      (should (equal (location-tests-shown) (list text '("last")))))))

(ert-deftest location-near-a-long-line-is-shown-with-that-line-truncated ()
  (places-with-files
    (with-temp-file (places-path "a.js")
      (insert "one();\n" (apply #'concat (make-list 90000 "if(a)b()")) "\nthree();\n"))
    (seekline-detail-open nil (places-item "a.js" :line 3) nil)
    (pcase-let ((`(,text ,marked) (location-tests-shown)))
      (should (equal marked '("three();")))
      (should (equal (length text) (+ (length "one();\n") 2000 (length "…\nthree();\n")))))))

(ert-deftest location-is-shown-only-if-what-is-read-has-enough-of-its-line ()
  (places-with-files
    (let ((long (make-string (* 2 seekline-location-most) ?x)))
      (pcase-dolist (`(,text ,line ,marked)
                     `((,long 1 ,(concat (make-string 2000 ?x) "…"))
                       (,(concat "one\n" long) 2 ,(concat (make-string 2000 ?x) "…"))
                       ;; The first MiB ends within the line after this one.
                       (,(mapconcat (lambda (number) (format "line %06d\n" number)) (number-sequence 1 90000) "") 87381
                        "line 087381")))
        (with-temp-file (places-path "large") (insert text))
        (seekline-detail-open nil (places-item "large" :line line) nil)
        (should (equal (cadr (location-tests-shown)) (list marked)))
        (seekline-detail-open nil (places-item "large" :line (1+ line)) nil)
        (should (string-match-p "is beyond its first MiB" (car (location-tests-shown))))))))

(ert-deftest location-that-cannot-be-shown-is-reported ()
  (places-with-files
    (with-temp-file (places-path "large")
      (dotimes (number 14000) (insert (format "%079d\n" (1+ number)))))
    ;; Reading all of that would take long.
    (call-process "truncate" nil nil nil "-s" "8G" (places-path "large"))
    (with-temp-file (places-path "binary") (insert "\x7f" "ELF\0\1\n"))
    (with-temp-file (places-path "empty"))
    (call-process "mkfifo" nil nil nil (places-path "pipe"))
    (make-directory (places-path "folder"))
    (pcase-dolist (`(,name ,line ,words)
                   '(("gone" 1 "There is no file .*/gone") ("folder" 1 ".*/folder is a folder") ("binary" 1 ".*/binary is binary")
                     ("empty" 1 ".*/empty is empty") ("pipe" 1 ".*/pipe is not a file")
                     ("large" 14000 "Line 14000 of .*/large is beyond its first MiB, which is all that is read")))
      (seekline-detail-open nil (places-item name :line line) nil)
      (should (string-match-p (format "\\`in %s\n\n%s\n\\'" name words) (car (location-tests-shown)))))
    (seekline-detail-open nil (places-item "large" :line 13000) nil)
    (should (equal (cadr (location-tests-shown)) (list (format "%079d" 13000))))))

(ert-deftest location-text-of-a-detail-is-highlighted-by-its-format ()
  (pcase-dolist (`(,kind ,text ,face)
                 '(((:format "diff") "-one\n+two\n three\n" diff-removed)
                   ((:format "code" :language "Python") "def one():\n\tpass\n" font-lock-keyword-face)
                   ((:format "code" :language "py") "def one():\n\tpass\n" font-lock-keyword-face)
                   ;; A function that is not a mode for files is not called.
                   ((:format "code" :language "menu-bar") "def one():\n\tpass\n" nil)
                   ((:format "poem") "def one():\n\tpass\n" nil)
                   (nil "def one():\n\tpass\n" nil)))
    (let ((menu-bar-mode 'untouched)
          (detail `(:title "a text" :text ,text :range (:first 2 :last 2) ,@kind)))
      (seekline-detail--show detail (lambda () (seekline-detail--insert detail nil)) nil)
      (should (eq menu-bar-mode 'untouched))
      (with-current-buffer seekline-detail-buffer
        (goto-char (point-min))
        (forward-line 2)
        (let ((faces (ensure-list (get-text-property (1+ (point)) 'face))))
          (should (if face (memq face faces) (null faces)))))
      (should (equal (cadr (location-tests-shown)) (list (if (string-prefix-p "-" text) "+two" "    pass")))))))

(provide 'location-tests)
;;; location-tests.el ends here
