;;; next-error-paging-tests.el --- Tests of going to places that are not loaded yet  -*- lexical-binding: t; -*-

;;; Code:

(require 'places)

(defconst next-error-paging-tests-page 20
  "How many rows a page has.")

(defmacro next-error-paging-tests-with (program numbers &rest body)
  "Run BODY outside a list of NUMBERS, lines of a file.
Its first page is there, and its end is out of sight.  PROGRAM
is the engine, or nil."
  (declare (indent 2))
  `(places-with-files
     (let ((inhibit-message t)
           (seekline-program ,program)
           (seekline-session-patience 60)
           (next-error-last-buffer nil)
           (items (vconcat (apply #'places-lines ,numbers)))
           (elsewhere (generate-new-buffer "elsewhere")))
       (seekline-stop)
       (cl-letf (((symbol-function 'seekline-list--look) #'ignore))
         (seekline-list "list" "")
         (let ((list (current-buffer))
               (session seekline-list--session))
           (unwind-protect
               (progn
                 (seekline-session-set-items session (length items) (lambda (number) (aref items number)))
                 (support-wait "a page" (and (seekline-session-settled-p session) (> seekline-rows-count 0)))
                 (should (equal (list seekline-rows-count (seekline-session-more session))
                                (list (min (length items) next-error-paging-tests-page)
                                      (> (length items) next-error-paging-tests-page))))
                 (switch-to-buffer elsewhere)
                 ,@body)
             (when (buffer-live-p list) (kill-buffer list))
             (kill-buffer elsewhere)
             (seekline-stop)))))))

(defun next-error-paging-tests-impatiently (command)
  "Call COMMAND, and do not wait for long; return the message."
  (let ((seekline-session-patience 0.2))
    (with-timeout (60 (ert-fail "it waits for ever"))
      (places-go command))))

(ert-deftest next-error-continues-on-the-next-page ()
  (next-error-paging-tests-with nil (append '(nil) (number-sequence 2 100))
    (should (equal 20 (places-go #'next-error 19)))
    (should (equal 21 (places-go #'next-error)))
    (should (equal 90 (places-go #'next-error 69)))
    (should (equal "No more places below" (places-go #'next-error 11)))
    (should (equal 100 (places-go #'next-error 10)))
    (should (equal "No more places below" (places-go #'next-error)))
    (should (equal 100 (with-current-buffer list seekline-rows-count)))))

(ert-deftest next-error-continues-after-the-last-row-from-the-end-of-the-list ()
  (next-error-paging-tests-with nil (number-sequence 1 30)
    (with-current-buffer list
      (goto-char (point-max)))
    (should (equal 21 (places-go #'next-error)))))

(ert-deftest next-error-skips-a-page-without-places ()
  (next-error-paging-tests-with nil (append (make-list 50 nil) '(7) (make-list 50 nil))
    (should (equal 7 (places-go #'next-error)))
    (should (equal "No more places below" (places-go #'next-error)))
    (should (equal "No more places above" (places-go #'previous-error)))))

(ert-deftest next-error-says-that-more-is-on-its-way ()
  (let ((path (support-held-program)))
    (next-error-paging-tests-with path (number-sequence 1 30)
      (should (equal 20 (places-go #'next-error 20)))
      (support-hold path)
      (unwind-protect
          (progn
            (should (equal "More is on its way" (next-error-paging-tests-impatiently #'next-error)))
            ;; In the meantime, the items that are there can be visited.
            (should (equal 19 (places-go #'previous-error)))
            (should (equal "No more places above" (places-go #'previous-error 19)))
            (should (equal 20 (places-go #'next-error))))
        (support-let-go path))
      (should (equal 21 (places-go #'next-error)))
      ;; It was requested once.
      (should (equal 30 (with-current-buffer list seekline-rows-count))))))

(ert-deftest next-error-visits-no-item-of-an-older-text ()
  (let ((path (support-held-program)))
    (next-error-paging-tests-with path '(10 20 30)
      (should (equal 10 (places-go #'next-error)))
      (support-hold path)
      (unwind-protect
          (progn
            (with-current-buffer list
              (seekline-list-search "zzz"))
            (dolist (command '(next-error previous-error first-error))
              (should (equal "The list is on its way" (next-error-paging-tests-impatiently command)))))
        (support-let-go path))
      ;; Nothing matches.
      (should (equal "Nothing in this list is in a file" (places-go #'next-error)))
      (with-current-buffer list
        (seekline-list-search "notes"))
      ;; The command is typed ahead of the list, and meant for it.
      (should (equal 10 (places-go #'next-error))))))

(ert-deftest next-error-names-the-query-of-a-list-that-outlived-a-search ()
  (save-window-excursion
    (seekline-list "wikipedia" "swift")
    (unwind-protect
        (progn
          (support-settle seekline-list--session)
          (support-control "service" "wikipedia" "hang" "60")
          (let ((before (length (support-requests "wikipedia"))))
            (seekline-list-search "rust")
            (support-wait "the request" (> (length (support-requests "wikipedia")) before)))
          (seekline-list-cancel)
          (support-settle seekline-list--session)
          (should (equal "The list is still that of “swift”"
                         (replace-regexp-in-string "\u200e" "" (places-go #'next-error))))
          (support-control "service" "wikipedia" "status" "500")
          (seekline-list-search "rust")
          (support-settle seekline-list--session)
          (should (string-match-p "\\`The list is still that of .*; .* answered with status 500" (places-go #'next-error))))
      (kill-buffer))))

(ert-deftest next-error-goes-through-the-list-of-an-engine-that-has-died ()
  (next-error-paging-tests-with nil (number-sequence 1 30)
    (should (equal 19 (places-go #'next-error 19)))
    (signal-process (support-engine) 'KILL)
    (support-wait "the end" (seekline-session-error session))
    (should (equal 20 (places-go #'next-error)))
    (should (equal "No more places below; The engine has ended" (places-go #'next-error)))
    (should (equal 19 (places-go #'previous-error)))))

(ert-deftest next-error-reports-an-engine-that-dies-while-it-waits ()
  (let ((path (support-held-program)))
    (next-error-paging-tests-with path (number-sequence 1 30)
      (should (equal 20 (places-go #'next-error 20)))
      (support-hold path)
      (run-with-timer 0.05 nil (lambda () (signal-process (support-engine) 'KILL)))
      (should (string-match-p "\\`No more places below; The engine has ended" (places-go #'next-error))))))

(ert-deftest next-error-reports-a-list-that-is-killed-while-it-waits ()
  (let ((path (support-held-program)))
    (next-error-paging-tests-with path (number-sequence 1 30)
      (should (equal 20 (places-go #'next-error 20)))
      (support-hold path)
      (run-with-timer 0.05 nil (lambda () (kill-buffer list)))
      (should (equal "The list has gone" (places-go #'next-error))))))

(provide 'next-error-paging-tests)
;;; next-error-paging-tests.el ends here
