;;; next-error-tests.el --- Tests of going from place to place  -*- lexical-binding: t; -*-

;;; Code:

(require 'lists)
(require 'places)
(require 'pulse)
(require 'xref)

(defun next-error-tests-at (list)
  "Return the lines of the items at LIST's point, its window's, and its arrow."
  (with-current-buffer list
    (mapcar (lambda (position)
              (and position
                   (plist-get (plist-get (get-text-property position 'seekline-item) :location) :line)))
            (list (point)
                  (window-point (get-buffer-window list))
                  (marker-position overlay-arrow-position)))))

(ert-deftest next-error-goes-from-place-to-place ()
  (places-with-lines '(nil 10 20 nil 30 40 nil)
    (with-no-warnings (xref-clear-marker-stack))
    (let ((window (selected-window)))
      (pcase-dolist (`(,command ,argument . ,line)
                     '((next-error nil . 10) (next-error nil . 20) (next-error nil . 30) (previous-error nil . 20)
                       (next-error 2 . 40) (previous-error 3 . 10) (first-error nil . 10) (first-error 3 . 30)
                       (next-error 0 . 30) (next-error (4) . 10) (next-error -1 . "No more places above")
                       (next-error 4 . "No more places below") (next-error 3 . 40) (next-error nil . "No more places below")
                       (previous-error nil . 30)))
        (should (equal line (places-go command argument)))
        (should (eq window (selected-window)))
        (when (numberp line)
          (should (equal (places-here) (places-line line)))
          (should (equal (next-error-tests-at list) (list line line line))))))
    ;; Going from place to place leaves `M-,' nothing to go back to.
    (should-error (with-no-warnings (xref-pop-marker-stack)) :type 'user-error)))

(ert-deftest next-error-continues-from-where-the-user-went-in-the-list ()
  (places-with-lines '(10 20 nil 30 40 50)
    (should (equal 10 (places-go #'next-error)))
    (select-window (get-buffer-window list))
    (seekline-list-next 3)
    (seekline-list-open)
    (should (equal (places-here) (places-line 30)))
    (should (equal 40 (places-go #'next-error)))
    (switch-to-buffer list)
    (goto-char (point-min))
    (seekline-list-open)
    (should (equal 20 (places-go #'next-error)))
    (switch-to-buffer list)
    (goto-char (point-max))
    (should (equal 50 (places-go #'previous-error)))))

(ert-deftest next-error-in-the-list-keeps-the-list-in-its-window ()
  (places-with-lines '(10 20 30)
    (let ((window (get-buffer-window list)))
      (select-window window)
      (delete-other-windows)
      (should (equal 10 (places-go #'next-error)))
      (should (equal (list (window-buffer window) (length (window-list))) (list list 2)))
      (select-window window)
      (should (equal 10 (with-current-buffer (window-buffer (next-window)) (nth 1 (places-here)))))
      ;; Commands that only show a place stay in the list.
      (next-error-no-select 2)
      (should (eq window (selected-window)))
      (seekline-list-previous 1)
      (call-interactively (key-binding (kbd "C-o")))
      (should (eq window (selected-window)))
      (should (equal 20 (with-current-buffer (window-buffer (next-window)) (nth 1 (places-here)))))
      (call-interactively (key-binding (kbd "C-c C-f")))
      (seekline-list-next 1)
      (run-hooks 'post-command-hook)
      (should (eq window (selected-window)))
      (should (equal 30 (with-current-buffer (window-buffer (next-window)) (nth 1 (places-here))))))))

(ert-deftest next-error-highlights-the-line-as-configured ()
  (places-with-lines '(10 20 30)
    (pcase-dolist (`(,how . ,highlighted) '((t . t) (nil) (fringe-arrow)))
      (pulse-momentary-unhighlight)
      (setq next-error-overlay-arrow-position nil)
      (let ((next-error-highlight how)
            (pulse-flag nil))
        (places-go #'next-error))
      (should (eq highlighted
                  (and (seq-some (lambda (overlay) (eq 'next-error (overlay-get overlay 'face))) (overlays-at (point))) t)))
      (should (eq (eq how 'fringe-arrow)
                  (and next-error-overlay-arrow-position (= (point) next-error-overlay-arrow-position)))))))

(ert-deftest next-error-uses-the-last-list-with-places-or-what-was-started-since ()
  (let ((begun (generate-new-buffer "begun")))
    (unwind-protect
        (progn
          (with-current-buffer begun (setq next-error-function #'ignore))
          (places-with-lines '(10 nil)
            (should (eq list next-error-last-buffer))
            (should (eq list (next-error-find-buffer)))
            (with-current-buffer list
              ;; A new search whose list has yet to arrive.
              (seekline-list--submit "")
              (setq next-error-last-buffer begun)
              (support-settle seekline-list--session)
              (should (eq begun next-error-last-buffer))
              ;; In the list itself, `next-error' uses that list.
              (should (eq list (next-error-find-buffer)))
              (seekline-list-open)
              (should (eq list next-error-last-buffer))))
          (places-with-lines '(nil nil)
            (should-not next-error-last-buffer)
            (setq next-error-last-buffer list)
            (should (equal "Nothing in this list is in a file" (places-go #'next-error)))
            (select-window (get-buffer-window list))
            (should (equal "This item is not in a file" (places-go #'seekline-list-display)))))
      (kill-buffer begun))))

(ert-deftest next-error-forgets-a-list-that-was-killed ()
  (places-with-lines '(10 20)
    (should (equal 10 (places-go #'next-error)))
    (kill-buffer list)
    (should (equal "No buffers contain error message locations" (places-go #'next-error)))))

(ert-deftest next-error-continues-past-a-file-that-is-gone ()
  (places-with-lines '(10 20)
    (with-current-buffer list
      (plist-put (plist-get (seekline-rows-item 0) :location) :path (places-path "gone")))
    (should (string-match-p "\\`There is no file .*/gone\\'" (places-go #'next-error)))
    (should (equal 20 (places-go #'next-error)))))

(ert-deftest next-error-goes-through-a-list-that-is-narrowed ()
  (places-with-lines '(10 20 30)
    (with-current-buffer list
      (narrow-to-region (1+ (seekline-rows-start 1)) (seekline-rows-start 2))
      (set-window-point (get-buffer-window list) (point-min)))
    (should (equal 30 (places-go #'next-error)))
    (should (equal 10 (places-go #'first-error)))
    ;; The list shows where the user is.
    (should (equal (next-error-tests-at list) '(10 10 10)))))

(defun next-error-tests-replace (list numbers)
  "Replace the items of LIST with those of NUMBERS, by a refresh."
  (with-current-buffer list
    (let ((items (vconcat (apply #'places-lines numbers))))
      (seekline-session-set-items seekline-list--session (length items) (lambda (number) (aref items number)))
      (support-settle seekline-list--session)
      (support-wait "the new list" (= seekline-rows-count (length items))))))

(ert-deftest next-error-continues-after-its-item-in-a-refreshed-list ()
  (places-with-lines '(10 20 30)
    (should (equal 10 (places-go #'next-error)))
    (next-error-tests-replace list '(1 2 nil 10 15 20 30))
    (should (equal (next-error-tests-at list) '(10 10 10)))
    (should (equal 15 (places-go #'next-error)))
    (should (equal 10 (places-go #'previous-error)))
    ;; The item is gone.
    (next-error-tests-replace list '(1 2 20))
    (should (equal (car (last (next-error-tests-at list))) nil))
    (should (equal 1 (places-go #'next-error)))))

(ert-deftest next-error-begins-with-the-first-place-of-another-list ()
  (places-with-lines '(10 20 30)
    (should (equal 20 (places-go #'next-error 2)))
    (with-current-buffer list
      (with-selected-window (get-buffer-window list)
        (seekline-list-search "notes"))
      (support-settle seekline-list--session))
    (should (equal 10 (places-go #'next-error)))))

;;;; With keys

(defun next-error-tests-restart (arguments)
  "Start the next engine in the terminal with ARGUMENTS."
  (support-eval `(progn (seekline-stop) (setq seekline-arguments ',arguments) nil)))

(ert-deftest next-error-shows-the-current-place-in-the-list ()
  (places-with-files
    (write-region "notes.py:30:thirty\nnotes.py:40:forty\nnotes.py:50:fifty\n" nil (places-path "hits") nil 'silent)
    (support-in-terminal
      (unwind-protect
          (progn
            (next-error-tests-restart `("--set" "hits.type=lines" "--set" ,(concat "hits.path=" (places-path "hits"))
                                        "--set" "hits.pattern=path:line:text"))
            (support-eval `(with-current-buffer "*scratch*" (setq default-directory ,(concat places-folder "/")) nil))
            (lists-open "hits" "")
            (support-see "^ notes.py:30:thirty" "^ notes.py:50:fifty")
            (support-keys "M-g" "n" "M-g" "n")
            (support-see "^ notes.py:30:" "^>notes.py:40:forty" "^ notes.py:50:" "^line_40 = 40$")
            (should (equal "line_40 = 40" (lists-in '(buffer-substring (point) (line-end-position)))))
            (support-keys "M-g" "p")
            (support-see "^>notes.py:30:thirty" "^ notes.py:40:")
            (support-keys "M-3" "M-g" "M-n")
            (support-see "No more places below"))
        (next-error-tests-restart nil)
        (support-eval '(progn (when (get-buffer "notes.py") (kill-buffer "notes.py"))
                              (with-current-buffer "*scratch*" (setq default-directory "~/"))
                              nil))))))

(provide 'next-error-tests)
;;; next-error-tests.el ends here
